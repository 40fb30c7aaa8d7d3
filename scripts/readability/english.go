package main

import (
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

// longest is the number of words that a sentence may have.
const longest = 45

//go:embed calques.txt
var calquesText string

var (
	// sentence ends one: a full stop, or the next item, cell, key of YAML or paragraph.
	sentence = regexp.MustCompile(`(?m)[.!?]["')*]*(?:\s|$)|\n\s*\n|^\s*(?:[-*#>]+|\d+\.|\w+:)\s|\|`)
	slashes  = regexp.MustCompile(`(?m)^\s*//`)
	// document is a literal in a format such as JSON or HTML, not prose of ours.
	document = regexp.MustCompile("^[\"`]\\s*[{\\[<]")
	quoted   = regexp.MustCompile("(?m)^(?:    |\t).*$|`[^`\n]*`")
)

// calque is what reads as a translation, unless it is part of what is allowed.
type calque struct {
	word           string // of each match: it makes the search fast
	found, allowed *regexp.Regexp
	instead        string
}

func (c calque) count(sentence string) int {
	if !strings.Contains(sentence, c.word) {
		return 0
	}
	return len(c.found.FindAllString(sentence, -1)) - len(c.allowed.FindAllString(sentence, -1))
}

// finding is a calque or a long sentence.
type finding struct{ file, text, instead string }

func parseCalques(text string) ([]calque, error) {
	var all []calque
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if line[0] == '#' {
			continue
		}
		if len(fields) != 4 {
			return nil, fmt.Errorf("calques.txt: %q does not have four fields", line)
		}

		found, errFound := regexp.Compile(fields[1])
		allowed, errAllowed := regexp.Compile(fields[2])
		if err := errors.Join(errFound, errAllowed); err != nil {
			return nil, err
		}
		all = append(all, calque{fields[0], found, allowed, fields[3]})
	}
	return all, nil
}

// english reads the prose of a tree: pages, descriptions in YAML, comments and literals of Go, but not of tests.
func english(root string) ([]finding, error) {
	calques, err := parseCalques(calquesText)
	if err != nil {
		return nil, err
	}
	var all []finding
	err = walk(root, func(path string, source []byte) error {
		prose, err := proseOf(path, string(source))
		for _, text := range prose {
			all = append(all, findings(path, text, calques)...)
		}
		return err
	})
	return all, err
}

// proseOf returns the texts of a file that people read.
func proseOf(path, source string) ([]string, error) {
	switch {
	case strings.HasSuffix(path, ".md"):
		return []string{quoted.ReplaceAllString(source, "x")}, nil
	case strings.HasSuffix(path, ".yaml"):
		return []string{source}, nil
	case !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"):
		return nil, nil
	}

	file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, group := range file.Comments {
		text := source[group.Pos()-file.FileStart : group.End()-file.FileStart]
		texts = append(texts, quoted.ReplaceAllString(slashes.ReplaceAllString(text, ""), "x"))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING && !document.MatchString(s.Value) {
			texts = append(texts, s.Value)
		}
		return true
	})
	return texts, nil
}

// findings checks each sentence of a text.
func findings(path, text string, calques []calque) []finding {
	var all []finding
	for _, s := range sentence.Split(text, -1) {
		words := strings.Fields(s)
		s = strings.Join(words, " ")
		if len(words) > longest && strings.Contains(s, " the ") && !list(words) {
			all = append(all, finding{
				file:    path,
				text:    s,
				instead: fmt.Sprintf("%d words", len(words)),
			})
		}

		for _, c := range calques {
			for range c.count(s) {
				all = append(all, finding{
					file:    path,
					text:    s,
					instead: c.instead,
				})
			}
		}
	}
	return all
}

// list says whether long text is a list of words rather than prose, which repeats some.
func list(words []string) bool {
	distinct := map[string]bool{}
	for _, word := range words {
		distinct[word] = true
	}
	return len(distinct)*20 > len(words)*19
}
