package corpus

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
)

// handmade has forty pages that were written for this measure: documentation, papers, forums, recipes and products, and
// Chinese, Japanese, Korean, Arabic and Russian pages. Beside each page stands its Markdown. Texts, names and addresses
// are made up. The markup is that of common generators, forums and shops.
//
//go:embed handmade
var handmade embed.FS

// Handmade reads the pages that were written for this measure. Each file of Markdown begins with lines of the page's
// address, title, authors and date.
func Handmade() ([]Document, error) {
	const folder = "handmade/"
	entries, err := handmade.ReadDir("handmade")
	if err != nil {
		return nil, err
	}

	var docs []Document
	for _, entry := range entries {
		name, isPage := strings.CutSuffix(entry.Name(), ".html")
		if !isPage {
			continue
		}
		page, err := handmade.ReadFile(folder + entry.Name())
		if err != nil {
			return nil, err
		}
		label, err := handmade.ReadFile(folder + name + ".md")
		if err != nil {
			return nil, err
		}
		d, err := labelledBy(string(label))
		if err != nil {
			return nil, fmt.Errorf("read the label of %s: %w", name, err)
		}
		d.ID = name
		d.HTML = page
		d.Kind, _, _ = strings.Cut(name, "-")
		docs = append(docs, d)
	}
	return docs, nil
}

func labelledBy(label string) (Document, error) {
	head, markdown, isWhole := strings.Cut(label, "\n\n")
	if !isWhole {
		return Document{}, fmt.Errorf("no empty line after the head")
	}

	d := Document{Markdown: markdown, Text: textOf(markdown)}
	for line := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(line, ": ")
		switch strings.TrimSuffix(key, ":") {
		case "url":
			d.URL = value
		case "title":
			d.Title = value
		case "author":
			d.Author = value
		case "date":
			d.Published = value
		default:
			return Document{}, fmt.Errorf("unknown line %q", line)
		}
	}
	return d, nil
}

var (
	markdownImage = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	markdownLink  = regexp.MustCompile(`\[([^\]]+)\]\([^)]*\)`)
	markdownMarks = regexp.MustCompile("(?m)^```.*$|^#+ |^(?:> ?)+|^\\[\\^\\d+\\]:|^[-*] (?:\\[[ x]\\] )?|^\\d+\\. |" +
		"^\\|[-:| ]+\\|$|\\[\\^\\d+\\]|\\[!\\w+\\]|[|`$]|\\*\\*?")
)

// textOf is the text of a Markdown document, without pictures.
func textOf(markdown string) string {
	text := markdownImage.ReplaceAllString(markdown, "")
	text = markdownLink.ReplaceAllString(text, "$1")
	return markdownMarks.ReplaceAllString(text, " ")
}
