package envirofacts

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
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

// Releases reads the file of a state and a year, NotFound for a year that is not published.
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
	media []struct {
		column int
		add    func(*Release, float64)
	}
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
				h.media = append(h.media, struct {
					column int
					add    func(*Release, float64)
				}{i, m.add})
				break
			}
		}
	}
	for _, need := range []string{colSite, colName, colChemical, colUnit, colTotal} {
		if _, ok := h.at[need]; !ok {
			return h, errors.New("the table has no column " + need)
		}
	}
	return h, nil
}

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
		if errors.Is(err, io.EOF) {
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
		FormA:    strings.EqualFold(get(colForm), "A"),
		Total:    amount(get(colTotal)),
		Off:      amount(get(colOff)),
	}
	switch strings.ToLower(get(colUnit)) {
	case "pounds":
	case "grams":
		r.Grams = true
	default:
		return r, errors.New("a unit that is neither pounds nor grams")
	}
	for _, m := range h.media {
		if m.column < len(fields) {
			m.add(&r, amount(fields[m.column]))
		}
	}
	return r, nil
}

// amount reads a quantity; blanks are nothing released.
func amount(text string) float64 {
	value, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), ",", ""), 64)
	if err != nil || value < 0 {
		return 0
	}
	return value
}
