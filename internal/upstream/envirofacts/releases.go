package envirofacts

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
)

// Release is what one facility released of one chemical in a year, in the unit of its row.
type Release struct {
	Site     string // TRI facility id
	Registry string // FRS id
	Name     string
	City     string
	State    string
	Parent   string
	Chemical string
	CAS      string
	Grams    bool // dioxins; pounds otherwise
	// FormA says that the facility certified to stay under 500 pounds without telling how much. Its amounts, which the
	// file fills with zeros, are not known.
	FormA                                     bool
	Total, Air, Water, Land, Underground, Off float64
}

// columns are the headings that are read, without the numbers before them: those differ between files.
const (
	colSite     = "TRIFD"
	colRegistry = "FRS ID"
	colName     = "FACILITY NAME"
	colCity     = "CITY"
	colState    = "ST"
	colParent   = "PARENT CO NAME"
	colChemical = "CHEMICAL"
	colCAS      = "CAS#"
	colUnit     = "UNIT OF MEASURE"
	colForm     = "FORM TYPE"
	colTotal    = "TOTAL RELEASES"
	colOff      = "OFF-SITE RELEASE TOTAL"
)

// media are the beginnings of headings by where a release goes to (section 5 of the form).
var media = []struct {
	begin string
	add   func(*Release, float64)
}{
	{"5.1 - ", func(r *Release, x float64) { r.Air += x }},
	{"5.2 - ", func(r *Release, x float64) { r.Air += x }},
	{"5.3 - ", func(r *Release, x float64) { r.Water += x }},
	{"5.4", func(r *Release, x float64) { r.Underground += x }},
	{"5.5", func(r *Release, x float64) { r.Land += x }},
}

// Releases reads the file of a state and a year. About a year that is not published the server says no more than about
// a path that has moved: see [Unpublished].
func (c *Client) Releases(ctx context.Context, state string, year int) ([]Release, error) {
	path := "/efservice/downloads/tri/mv_tri_basic_download/{}/csv"
	resp, err := c.files.Get(path, strconv.Itoa(year)+"_"+state).NoCache().Check(isTable).Do(ctx)
	if err != nil {
		return nil, err
	}
	list, err := readReleases(resp.Body)
	if err != nil {
		return nil, upstream.BadResponse.Errorf("envirofacts: %w", err)
	}
	return list, nil
}

// Unpublished says whether err, of [Client.Releases], may be that of a year to come. That it is one is known once the
// file of an earlier year is there, in the same place.
func Unpublished(err error) bool {
	var e *upstream.Error
	return errors.As(err, &e) && e.Status == http.StatusNotFound
}

// isTable refuses pages and empty bodies.
func isTable(resp *upstream.Response) error {
	body := bytes.TrimSpace(resp.Body)
	switch {
	case len(body) == 0:
		return upstream.Unavailable.Errorf("an empty body")
	case body[0] == '<' || body[0] == '{':
		return upstream.BadResponse.Errorf("not a table")
	}
	return nil
}

// header finds the columns of a table.
type header struct {
	at    map[string]int
	media []medium
}

// medium is a column of what was released to somewhere.
type medium struct {
	column int
	begin  string
	add    func(*Release, float64)
}

// readHeader takes "107. TOTAL RELEASES" as TOTAL RELEASES.
func readHeader(names []string) (header, error) {
	h := header{at: map[string]int{}}
	for i, name := range names {
		name = strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))
		if number, rest, ok := strings.Cut(name, ". "); ok && strings.Trim(number, "0123456789") == "" {
			name = rest
		}
		if _, twice := h.at[name]; !twice {
			h.at[name] = i
		}
		for _, m := range media {
			if strings.HasPrefix(name, m.begin) {
				h.media = append(h.media, medium{
					column: i,
					begin:  m.begin,
					add:    m.add,
				})
				break
			}
		}
	}

	return h, h.lacks()
}

// lacks names a column that the table lacks and releases need.
func (h header) lacks() error {
	for _, need := range []string{colSite, colName, colChemical, colUnit, colForm, colTotal, colOff} {
		if _, ok := h.at[need]; !ok {
			return upstream.Lacks(need)
		}
	}
	for _, m := range media {
		if !slices.ContainsFunc(h.media, func(have medium) bool { return have.begin == m.begin }) {
			return upstream.Lacks(m.begin)
		}
	}
	return nil
}

// readReleases reads the rows of a table. One that ends before its first row says nothing of a state's facilities.
func readReleases(body []byte) ([]Release, error) {
	r := csv.NewReader(bytes.NewReader(body))
	r.LazyQuotes = true
	r.FieldsPerRecord = -1
	r.ReuseRecord = true
	names, err := r.Read()
	if err != nil {
		return nil, err
	}
	h, err := readHeader(names)
	if err != nil {
		return nil, err
	}

	var list []Release
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) && len(list) > 0 {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		release, err := h.release(fields)
		if err != nil {
			return nil, err
		}
		list = append(list, release)
	}
}

func (h header) release(fields []string) (Release, error) {
	get := func(column string) string {
		if i, ok := h.at[column]; ok && i < len(fields) {
			return strings.Clone(strings.TrimSpace(fields[i]))
		}
		return ""
	}
	r := Release{
		Site:     get(colSite),
		Registry: get(colRegistry),
		Name:     get(colName),
		City:     get(colCity),
		State:    get(colState),
		Parent:   get(colParent),
		Chemical: get(colChemical),
		CAS:      get(colCAS),
	}
	switch form := strings.ToUpper(get(colForm)); form {
	case "A":
		r.FormA = true
	case "R":
	default:
		return r, fmt.Errorf("a form of type %q", form)
	}
	switch strings.ToLower(get(colUnit)) {
	case "pounds":
	case "grams":
		r.Grams = true
	default:
		return r, errors.New("a unit that is neither pounds nor grams")
	}

	var bad error
	quantity := func(column int) float64 {
		if column >= len(fields) {
			bad = errors.New("a row without all its quantities")
			return 0
		}
		value, err := amount(fields[column])
		bad = cmp.Or(bad, err)
		return value
	}
	r.Total = quantity(h.at[colTotal])
	r.Off = quantity(h.at[colOff])
	for _, m := range h.media {
		m.add(&r, quantity(m.column))
	}
	return r, bad
}

// amount reads a quantity; a blank is nothing released.
func amount(text string) (float64, error) {
	text = strings.ReplaceAll(strings.TrimSpace(text), ",", "")
	if text == "" {
		return 0, nil
	}
	value, err := strconv.ParseFloat(text, 64)
	if err == nil && value < 0 {
		err = errors.New("a quantity below zero")
	}
	return value, err
}
