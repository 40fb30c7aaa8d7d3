package ofac

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/recordlimit"
)

// Tables are one list as comma-separated tables, the other form in which OFAC publishes it: the parties, and three tables
// that refer to them. They have no header, no date and no count.
type Tables struct {
	Parties   io.Reader // SDN.CSV, CONS_PRIM.CSV
	Aliases   io.Reader // ALT.CSV, CONS_ALT.CSV
	Addresses io.Reader // ADD.CSV, CONS_ADD.CSV
	Comments  io.Reader // SDN_COMMENTS.CSV, CONS_COMMENTS.CSV: remarks beyond the first 1,000 characters
}

// Table is the download of one of the tables, by its name on the server.
func Table(name string) func(*upstream.Client) *upstream.Request {
	return func(c *upstream.Client) *upstream.Request {
		return c.Get("/api/PublicationPreview/exports/" + name)
	}
}

// Columns of the tables, counted from 0, as OFAC's data specification gives them.
const (
	partyName, partyType, partyPrograms, partyFlag, partyRemarks, partyColumns = 1, 2, 3, 9, 11, 12
	aliasName, aliasColumns                                                    = 3, 5
	addressCountry, addressColumns                                             = 4, 6
	commentText, commentColumns                                                = 1, 2
)

// longestField is more than any field has; a quotation mark that is not closed makes one of all lines that follow.
const longestField = 64 << 10

// ReadTables calls each for every party in the order of the list, with what the remarks say about it in the members
// that the XML form has for that. It fails on anything that is not such a table.
func ReadTables(t Tables, each func(*Entry) error) error {
	comments := map[string]string{}
	aliases := map[string][]Alias{}
	addresses := map[string][]Address{}

	err := readTable(t.Comments, "comments", commentColumns, func(f []string) error {
		comments[f[0]] += f[commentText]
		return nil
	})
	if err != nil {
		return err
	}

	err = readTable(t.Aliases, "aliases", aliasColumns, func(f []string) error {
		aliases[f[0]] = append(aliases[f[0]], Alias{
			Category: "strong",
			LastName: kept(f[aliasName]),
		})
		return nil
	})
	if err != nil {
		return err
	}

	err = readTable(t.Addresses, "addresses", addressColumns, func(f []string) error {
		addresses[f[0]] = append(addresses[f[0]], Address{Country: kept(f[addressCountry])})
		return nil
	})
	if err != nil {
		return err
	}

	return readTable(t.Parties, "parties", partyColumns, func(f []string) error {
		e := Entry{
			UID: strings.Clone(f[0]), LastName: kept(f[partyName]), Type: kept(f[partyType]), Programs: strings.Split(kept(f[partyPrograms]), "] ["),
			Aliases: aliases[f[0]], Addresses: addresses[f[0]],
		}
		for i := range e.Programs {
			e.Programs[i] = strings.Trim(e.Programs[i], "[] ")
		}
		if flag := kept(f[partyFlag]); flag != "" {
			e.Vessel = &Vessel{Flag: flag}
		}
		if kept(f[partyRemarks]) != "" {
			e.readRemarks(f[partyRemarks] + comments[f[0]])
		}
		if strings.EqualFold(e.Type, "individual") {
			e.LastName, e.FirstName = divide(e.LastName)
			for i := range e.Aliases {
				e.Aliases[i].LastName, e.Aliases[i].FirstName = divide(e.Aliases[i].LastName)
			}
		}
		return each(&e)
	})
}

// divide parts LAST, First.
func divide(name string) (last, first string) {
	last, first, _ = strings.Cut(name, ", ")
	return last, first
}

// kept is a field without blanks around it, empty for the mark of nothing; it does not hold on to the rest of its line.
func kept(field string) string {
	field = strings.TrimSpace(field)
	if field == "-0-" {
		return ""
	}
	return strings.Clone(field)
}

// readTable calls each with the fields of every line; the first is the party's number. The tables end in a line of
// their own with the end mark of old systems.
func readTable(src io.Reader, what string, columns int, each func([]string) error) error {
	limited := recordlimit.New(src)
	rows := upstream.CSV{NoHeader: true}.Read(limited)
	line := 0
	for row := range rows.All() {
		limited.Next()
		line++
		fields := row.Fields()
		if len(fields) == 1 && strings.Trim(fields[0], "\x1a ") == "" {
			continue
		}
		fields[0] = strings.TrimSpace(fields[0])
		if _, err := strconv.ParseUint(fields[0], 10, 32); err != nil || len(fields) < columns {
			return fmt.Errorf("OFAC table of %s: line %d is not %d fields that begin with a number", what, line, columns)
		}
		for i, f := range fields {
			if len(f) > longestField {
				return fmt.Errorf("OFAC table of %s: line %d has a field of %d bytes: a quote is not closed", what, line, len(f))
			}
			if !utf8.ValidString(f) {
				if text, err := charmap.Windows1252.NewDecoder().String(f); err == nil {
					fields[i] = text
				}
			}
		}
		if err := each(fields); err != nil {
			return err
		}
	}

	if err := rows.Err(); err != nil {
		return fmt.Errorf("OFAC table of %s: %w", what, err)
	}
	if line == 0 {
		return fmt.Errorf("OFAC table of %s: empty", what)
	}

	return nil
}
