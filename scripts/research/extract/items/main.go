// Command items counts what of a page's Markdown reaches the reader: formulas, footnotes, code with its language,
// rows of tables, links, images, callouts and tasks.
//
//	go run ./extract/items -reference <clone of github.com/kepano/defuddle>
//	go run ./extract/items -handmade [-given <folder>]
//	go run ./extract/items -labels labels.tsv -pages <folder> [-half seen|held-out]
//
// The reference is what that project expects of its own test pages. The labels are ours: the hash of each item that a
// page has; the pages are read from folder, which has a clone of each repository that the labels name. The handmade pages
// are those of package corpus. With -given the Markdown of another program is counted, which has a file for each page.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/scripts/research/extract/corpus"
)

func main() {
	reference := flag.String("reference", "", "clone of defuddle, whose expectations are the labels")
	labels := flag.String("labels", "", "file of labels")
	pages := flag.String("pages", "", "folder of the pages that the labels name")
	half := flag.String("half", "", "seen or held-out: only this half")
	missing := flag.String("missing", "", "list what is missing of this kind")
	markdown := flag.String("written", "", "folder to write the Markdown of each page to")
	handmade := flag.Bool("handmade", false, "the pages that were written for this measure")
	given := flag.String("given", "", "folder with the Markdown of another program, to count in place of ours")
	links := flag.String("links", string(extract.Inline), "inline, reference or none")
	images := flag.Bool("images", true, "addresses of pictures")
	index := flag.String("label", "", "index of pages to write labels of")
	flag.Parse()
	if *index != "" {
		if err := label(os.Stdout, *index); err != nil {
			fmt.Fprintln(os.Stderr, "items:", err)
			os.Exit(1)
		}
		return
	}

	var docs []page
	var err error
	switch {
	case *reference != "":
		docs, err = expected(*reference)
	case *handmade:
		docs, err = written()
	case *labels != "":
		docs, err = labelled(*labels, *pages)
	default:
		err = errors.New("-reference, -handmade or -labels is needed")
	}
	if err == nil {
		var reader pageReader
		reader, err = readerOf(*given, extract.Options{
			Format:   extract.Markdown,
			Links:    extract.Links(*links),
			NoImages: !*images,
		})
		if err == nil {
			err = report(os.Stdout, ofHalf(docs, *half), reader, *missing, *markdown)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "items:", err)
		os.Exit(1)
	}
}

// page is a page with the items that its reader would miss. The keys of labels are hashes.
type page struct {
	name   string
	class  string
	url    string
	html   []byte
	want   []item
	hashed bool
	tokens int // of the reference, in bytes
}

// heldOut tells the half that nothing is tuned on by a hash of the page's name.
func (p page) heldOut() bool { return hashOf("half of "+p.name)>>16%2 == 1 }

func hashOf(text string) uint32 {
	h := fnv.New32a()
	_, _ = io.WriteString(h, text)
	return h.Sum32()
}

func hashedKey(one item) string { return fmt.Sprintf("%08x", hashOf(one.key)) }

// label writes the labels of the pages of an index. Each of its lines has a page, its class, its address and the file
// of a Markdown text with the page's items, which may begin with lines of its title, author and date. Of each kind a
// page gives the first sixty.
func label(out io.Writer, index string) error {
	const most = 60
	text, err := os.ReadFile(index)
	if err != nil {
		return err
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		fields := strings.Split(line, "\t")
		if len(fields) != 4 {
			return fmt.Errorf("not four fields: %q", line)
		}
		markdown, err := os.ReadFile(fields[3])
		if err != nil {
			return err
		}

		keys := map[string][]string{}
		head, body := withoutHead(string(markdown))
		for _, one := range slices.Concat(head, itemsOf(body), entriesOf(body, true)) {
			if len(keys[one.kind]) < most && one.key != "" {
				keys[one.kind] = append(keys[one.kind], hashedKey(one))
			}
		}
		for _, kind := range kinds {
			if len(keys[kind]) > 0 {
				fmt.Fprintf(out, "%s\t%s\t%s\n", strings.Join(fields[:3], "\t"), kind, strings.Join(keys[kind], ","))
			}
		}
	}
	return nil
}

func ofHalf(docs []page, half string) []page {
	return slices.DeleteFunc(docs, func(p page) bool {
		return half == "seen" && p.heldOut() || half == "held-out" && !p.heldOut()
	})
}

var (
	frontAddress = regexp.MustCompile(`<!--\s*\{"url":\s*"([^"]+)"`)
	kindOfName   = regexp.MustCompile(`^[a-z]+--`)
)

// expected reads defuddle's test pages with what that project expects of them.
func expected(clone string) ([]page, error) {
	files, err := filepath.Glob(filepath.Join(clone, "tests", "fixtures", "*.html"))
	if err != nil {
		return nil, err
	}
	var docs []page
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		want, err := os.ReadFile(filepath.Join(clone, "tests", "expected", name+".md"))
		if err != nil {
			return nil, err
		}
		_, markdown, _ := strings.Cut(string(want), "\n```\n")

		doc := page{
			name:   name,
			url:    "https://" + kindOfName.ReplaceAllString(name, ""),
			html:   source,
			want:   itemsOf(markdown),
			tokens: len(markdown),
		}
		doc.class, _, _ = strings.Cut(name, "--")
		if m := frontAddress.FindSubmatch(source); m != nil {
			doc.url = string(m[1])
		}
		docs = append(docs, doc)
	}
	return docs, nil
}

// written are the pages that were written for this measure.
func written() ([]page, error) {
	made, err := corpus.Handmade()
	if err != nil {
		return nil, err
	}
	var docs []page
	for _, d := range made {
		docs = append(docs, page{
			name:   d.ID,
			class:  d.Kind,
			url:    d.URL,
			html:   d.HTML,
			want:   itemsOf(d.Markdown),
			tokens: len(d.Markdown),
		})
	}
	return docs, nil
}

// reading is what a program made of a page.
type reading struct {
	markdown string
	stated   []item // title, author and date, which programs whose Markdown is given leave out
}

// pageReader reads a page.
type pageReader func(doc page) (reading, error)

// readerOf reads what another program made of the pages, or makes the Markdown itself where no folder is given.
func readerOf(folder string, as extract.Options) (pageReader, error) {
	if folder != "" {
		return func(doc page) (reading, error) {
			text, err := os.ReadFile(filepath.Join(folder, fileName(doc)))
			return reading{markdown: string(text)}, err
		}, nil
	}

	engine, err := extract.New()
	if err != nil {
		return nil, err
	}
	return func(doc page) (reading, error) {
		at, err := url.Parse(doc.url)
		if err != nil {
			return reading{}, err
		}
		got, _ := engine.Extract(doc.html, at, as)
		return reading{
			markdown: got.Content,
			stated:   statedItems(got.Title, got.Author, got.Published),
		}, nil
	}, nil
}

func fileName(doc page) string { return strings.ReplaceAll(doc.name, "/", "+") + ".md" }

// labelled reads a file of labels: of each page and kind a line with the page, its class, its address, the kind and the
// hashes of the keys.
func labelled(file, folder string) ([]page, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var docs []page
	at := map[string]int{}

	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		fields := strings.Split(line, "\t")
		if len(fields) != 5 {
			return nil, fmt.Errorf("not five fields: %q", line)
		}
		name := fields[0]
		i, known := at[name]
		if !known {
			source, err := readPage(filepath.Join(folder, name))
			if err != nil {
				return nil, err
			}
			i = len(docs)
			at[name] = i
			docs = append(docs, page{
				name:   name,
				class:  fields[1],
				url:    fields[2],
				html:   source,
				hashed: true,
			})
		}
		for key := range strings.SplitSeq(fields[4], ",") {
			docs[i].want = append(docs[i].want, item{fields[3], key})
		}
	}

	return docs, nil
}

// readPage reads a page, which some sets keep packed.
func readPage(file string) ([]byte, error) {
	source, err := os.ReadFile(file)
	if err != nil || !strings.HasSuffix(file, ".gz") {
		return corpus.UTF8(source), err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(source))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", file, err)
	}
	return io.ReadAll(unpacked)
}

// tally counts items expected and found.
type tally struct{ found, want int }

func report(out io.Writer, docs []page, read pageReader, missing, written string) error {
	sums := map[string]*tally{}
	count := func(key string, found bool) {
		if sums[key] == nil {
			sums[key] = &tally{}
		}
		sums[key].want++
		if found {
			sums[key].found++
		}
	}

	tokens := 0
	bytesGiven := 0
	bytesReference := 0
	for _, doc := range docs {
		made, err := read(doc)
		if err != nil {
			return err
		}
		got := made.markdown
		tokens += extract.Tokens(got)
		bytesGiven += len(got)
		bytesReference += doc.tokens
		if written != "" {
			if err := os.WriteFile(filepath.Join(written, fileName(doc)), []byte(got), 0o600); err != nil {
				return err
			}
		}

		given := map[item]int{}
		found := slices.Concat(made.stated, itemsOf(got), entriesOf(got, false))
		if doc.hashed {
			found = append(found, linksOf(got)...)
		}
		for _, one := range found {
			if escaped := inPercentSigns(one.key); doc.hashed && one.kind == "link" && escaped != one.key {
				given[item{one.kind, hashedKey(item{one.kind, escaped})}]++
			}
			if doc.hashed {
				one.key = hashedKey(one)
			}
			given[one]++
		}
		for _, one := range doc.want {
			found := given[one] > 0
			given[one]--
			count(one.kind, found)
			count(doc.class+" "+one.kind, found)
			if !found && missing == one.kind {
				fmt.Fprintf(out, "%s: %s\n", doc.name, one.key)
			}
		}
	}

	fmt.Fprintf(out, "%d pages, %d tokens, %d bytes of Markdown, %d of the reference\n", len(docs), tokens, bytesGiven, bytesReference)
	for _, kind := range kinds {
		for _, key := range slices.Sorted(maps.Keys(sums)) {
			if class, isOf := strings.CutSuffix(key, kind); isOf && (class == "" || strings.HasSuffix(class, " ")) {
				sum := sums[key]
				fmt.Fprintf(out, "%-20s %5d of %5d, %.3f\n", key, sum.found, sum.want, float64(sum.found)/float64(sum.want))
			}
		}
	}
	return nil
}
