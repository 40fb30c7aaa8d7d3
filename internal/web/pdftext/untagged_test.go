package pdftext

import (
	"encoding/xml"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tally counts what is named by the labels of a file, what is given, and what is in both.
type tally struct{ wanted, given, both int }

func (t *tally) add(want, got map[string]int) {
	t.wanted += total(want)
	t.given += total(got)
	for text, n := range want {
		t.both += min(n, got[text])
	}
}

// outline is what a Markdown text has of each kind, without spaces.
type outline struct{ cells, rows, columns, headings, paragraphs, pairs map[string]int }

func outlineOf(markdown string) outline {
	o := outline{
		cells:      map[string]int{},
		rows:       map[string]int{},
		columns:    map[string]int{},
		headings:   map[string]int{},
		paragraphs: map[string]int{},
		pairs:      pairs(strings.NewReplacer("|", " ", "#", " ", "---", " ").Replace(markdown)),
	}
	for part := range strings.SplitSeq(markdown, "\n\n") {
		switch {
		case strings.HasPrefix(part, "| "):
			o.addTable(tableRows(part))
		case strings.HasPrefix(part, "#"):
			o.headings[dense(strings.TrimLeft(part, "#"))]++
		case strings.HasPrefix(part, "- "):
			for item := range strings.SplitSeq(part, "\n") {
				o.paragraphs[dense(strings.TrimPrefix(item, "- "))]++
			}
		default:
			o.paragraphs[dense(part)]++
		}
	}
	return o
}

func dense(text string) string { return strings.Join(strings.Fields(text), "") }

func tableRows(part string) [][]string {
	var rows [][]string
	for text := range strings.SplitSeq(part, "\n") {
		if strings.HasPrefix(text, "| ---") {
			continue
		}
		text = strings.ReplaceAll(text, `\|`, "\x00")
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "|"), "|"), "|")
		for i := range cells {
			cells[i] = dense(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}

// addTable counts the cells of a table and their neighbours to the right and below.
func (o *outline) addTable(rows [][]string) {
	for i, row := range rows {
		for k, cell := range row {
			if cell == "" {
				continue
			}
			o.cells[cell]++
			if right := slices.IndexFunc(row[k+1:], func(s string) bool { return s != "" }); right >= 0 {
				o.rows[cell+"|"+row[k+1+right]]++
			}
			for _, below := range rows[i+1:] {
				if k < len(below) && below[k] != "" {
					o.columns[cell+"|"+below[k]]++
					break
				}
			}
		}
	}
}

// TestWithoutTags reads the PDF files of the folder FAREBOX_PDFS without their tags, and logs what of the tags' tables,
// headings and paragraphs is found. A file of the same name ending in -str.xml has the tables of an untagged one, in
// the form of the ICDAR 2013 competition. FAREBOX_HALF, 0 or 1, takes the half of the files by a hash of their names.
// What is read is written to the folder FAREBOX_SHOW.
func TestWithoutTags(t *testing.T) {
	folder := os.Getenv("FAREBOX_PDFS")
	if folder == "" {
		t.Skip("FAREBOX_PDFS names no folder")
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	plain := New()
	plain.untagged = true
	plain.compiled = reader.compiled

	var cells, rows, columns, headings, paragraphs, order tally
	for _, path := range paths {
		if half := os.Getenv("FAREBOX_HALF"); half != "" && half != halfOf(path) {
			continue
		}
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		labels, err := os.ReadFile(strings.TrimSuffix(path, ".pdf") + "-str.xml")
		marked := ""
		if err == nil {
			marked = labelledTables(t, labels)
		} else if doc, err := reader.Read(t.Context(), file); err == nil && doc.tagged {
			marked = doc.Markdown
		}
		doc, err := plain.Read(t.Context(), file)
		if err != nil {
			t.Logf("%s: %v", filepath.Base(path), err)
			continue
		}
		if show := os.Getenv("FAREBOX_SHOW"); show != "" {
			written := filepath.Join(show, filepath.Base(path))
			_ = os.WriteFile(written+".md", []byte(doc.Markdown), 0o600)
			_ = os.WriteFile(written+".want.md", []byte(marked), 0o600)
		}
		if marked == "" {
			continue
		}

		want := outlineOf(marked)
		got := outlineOf(doc.Markdown)
		one := tally{}
		one.add(want.cells, got.cells)
		t.Logf("%s: cells %+v", filepath.Base(path), one)
		cells.add(want.cells, got.cells)
		rows.add(want.rows, got.rows)
		columns.add(want.columns, got.columns)
		headings.add(want.headings, got.headings)
		paragraphs.add(want.paragraphs, got.paragraphs)
		order.add(want.pairs, got.pairs)
	}
	t.Logf("cells %+v, in a row %+v, in a column %+v", cells, rows, columns)
	t.Logf("headings %+v, paragraphs %+v, neighbouring words %+v", headings, paragraphs, order)
}

func halfOf(path string) string {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(filepath.Base(path)))
	return strconv.Itoa(int(hash.Sum32()>>4) % 2)
}

// labelledTables are the tables of an ICDAR file as Markdown.
func labelledTables(t *testing.T, labels []byte) string {
	t.Helper()
	var document struct {
		Tables []struct {
			Regions []struct {
				Cells []struct {
					Row     int    `xml:"start-row,attr"`
					Column  int    `xml:"start-col,attr"`
					Content string `xml:"content"`
				} `xml:"cell"`
			} `xml:"region"`
		} `xml:"table"`
	}
	if err := xml.Unmarshal(labels, &document); err != nil {
		t.Fatal(err)
	}

	var all []block
	for _, table := range document.Tables {
		for _, region := range table.Regions {
			var rows [][]string
			for _, cell := range region.Cells {
				if cell.Column < 0 || cell.Row < 0 {
					continue // beside the table
				}
				for len(rows) <= cell.Row {
					rows = append(rows, nil)
				}
				for len(rows[cell.Row]) <= cell.Column {
					rows[cell.Row] = append(rows[cell.Row], "")
				}
				rows[cell.Row][cell.Column] = strings.Join(strings.Fields(cell.Content), " ")
			}
			rows = slices.DeleteFunc(rows, func(row []string) bool { return len(row) == 0 })
			if len(rows) > 0 {
				all = append(all, block{table: rows})
			}
		}
	}
	return writeBlocks(all)
}
