package banklists

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding/charmap"
)

// headLines is how many lines of text may precede the header.
const headLines = 20

// table is rows with column names.
type table struct {
	above [][]string // what stands over the names
	names int        // columns that have a name
	rows  [][]string
	at    []int // the columns that were asked for
}

// decoded is data in UTF-8.
func decoded(data []byte, from *charmap.Charmap) (string, error) {
	text, err := from.NewDecoder().Bytes(data)
	if err != nil {
		return "", fmt.Errorf("decoding: %w", err)
	}
	return string(text), nil
}

// separated reads a table whose fields are separated by comma. Quotes in odd places are kept; an unclosed quote is
// an error.
func separated(text string, comma rune) ([][]string, error) {
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	r.Comma = comma
	r.LazyQuotes = true
	r.FieldsPerRecord = -1

	var rows [][]string
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading the table: %w", err)
		}
		open := func(f string) bool {
			return strings.ContainsAny(f, "\r\n") || strings.Contains(f, string(comma)+`"`)
		}
		if slices.ContainsFunc(row, open) {
			return nil, fmt.Errorf("row %d has a quote that is not closed", len(rows)+1)
		}
		rows = append(rows, row)
	}
}

// separatedUnder is the table of a text with semicolons between its cells, see [under].
func separatedUnder(text string, wanted ...[]string) (*table, error) {
	rows, err := separated(text, ';')
	if err != nil {
		return nil, err
	}
	return under(rows, wanted...)
}

// under finds the header near the top of rows. Each of wanted is a column, by any of its names.
func under(rows [][]string, wanted ...[]string) (*table, error) {
	best := -1
	missing := ""
	for n, row := range rows[:min(len(rows), headLines)] {
		at := make([]int, len(wanted))
		found := 0
		lacks := ""
		for i, names := range wanted {
			at[i] = slices.IndexFunc(row, func(cell string) bool { return slices.Contains(names, oneLine(cell)) })
			if at[i] >= 0 {
				found++
			} else if lacks == "" {
				lacks = names[0]
			}
		}
		if lacks == "" {
			return &table{
				above: rows[:n],
				names: len(row),
				rows:  rows[n+1:],
				at:    at,
			}, nil
		}
		if found > best {
			best = found
			missing = lacks
		}
	}

	return nil, fmt.Errorf("there is no column %q", missing)
}

// each calls row with the fields of the wanted columns. least is the minimum number of fields in a line; empty rows
// are skipped.
func (t *table) each(least int, row func(f []string) error) error {
	f := make([]string, len(t.at))
	for n, fields := range t.rows {
		if strings.TrimSpace(strings.Join(fields, "")) == "" {
			continue
		}
		if len(fields) < least {
			return fmt.Errorf("row %d under the names has %d fields, at least %d wanted", n+1, len(fields), least)
		}
		for i, at := range t.at {
			f[i] = ""
			if at < len(fields) {
				f[i] = oneLine(fields[at])
			}
		}
		if err := row(f); err != nil {
			return fmt.Errorf("row %d under the names: %w", n+1, err)
		}
	}

	return nil
}

// cut reports whether the last row has fewer fields than most rows.
func (t *table) cut() bool {
	last := 0
	count := map[int]int{}
	for _, fields := range t.rows {
		if strings.TrimSpace(strings.Join(fields, "")) == "" {
			continue
		}
		last = len(fields)
		count[last]++
	}
	for length, rows := range count {
		if rows > count[last] && length > last {
			return true
		}
	}
	return false
}

// oneLine is text with single blanks, also for no-break spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// day matches dates as written in Europe: 7. 9. 2026, 07.09.2026, 07/09/2026, 07-09-2026.
var day = regexp.MustCompile(`([0-9]{1,2})[./-] ?([0-9]{1,2})[./-] ?([0-9]{4})`)

// dayAfter is the first date after label in text, or zero.
func dayAfter(text, label string) time.Time {
	at := strings.Index(text, label)
	if at < 0 {
		return time.Time{}
	}
	found := day.FindStringSubmatch(oneLine(text[at+len(label):]))
	if found == nil {
		return time.Time{}
	}
	d, _ := strconv.Atoi(found[1]) // digits, by the expression
	m, _ := strconv.Atoi(found[2])
	y, _ := strconv.Atoi(found[3])
	date := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if date.Day() != d || int(date.Month()) != m {
		return time.Time{}
	}
	return date
}

// link is a link on a page.
type link struct{ href, text string }

// page is a page's text and links.
type page struct {
	text  string
	links []link
}

func readPage(data []byte) page {
	var out page
	var text strings.Builder
	start := -1
	tokens := html.NewTokenizer(bytes.NewReader(data))

	for {
		switch tokens.Next() {
		case html.ErrorToken:
			out.text = oneLine(text.String())
			return out
		case html.TextToken:
			text.Write(tokens.Text())
			text.WriteByte(' ')
		case html.StartTagToken:
			token := tokens.Token()
			if token.Data != "a" {
				continue
			}
			for _, a := range token.Attr {
				if a.Key == "href" {
					out.links = append(out.links, link{href: a.Val})
					start = text.Len()
				}
			}
		case html.EndTagToken:
			if tokens.Token().Data == "a" && start >= 0 {
				out.links[len(out.links)-1].text = oneLine(text.String()[start:])
				start = -1
			}
		}
	}
}

// parted separates a page from the list after it: the page ends with its closing tag.
func parted(data []byte) (before, list []byte, err error) {
	const end = "</html>"
	at := max(bytes.LastIndex(data, []byte(end)), bytes.LastIndex(data, []byte("</HTML>")))
	if at < 0 {
		return nil, nil, errors.New("there is no page before the list")
	}
	at += len(end)
	return data[:at], bytes.TrimLeft(data[at:], " \r\n\t"), nil
}
