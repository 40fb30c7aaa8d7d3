package sec

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/farebox/farebox/internal/upstream"
)

// Fact is a value as one filing gave it. EDGAR has the values of whole companies only: none of segments, classes of
// shares or products.
type Fact struct {
	Start     Day    // NoDay for a value at a moment
	End       Day    // the moment, or the last day of the period
	Value     string // a JSON number, with all its digits
	Accession string // of the filing, with dashes
	Form      string // of the filing: 10-K, 10-Q/A, 8-K
	Filed     Day

	// FY is the fiscal year that the filing is for, as its first page names it, 0 where it does not. It is not that of
	// the value: a filing gives those of earlier years too.
	FY int
}

// Days is the length of the fact's period, 0 for a moment.
func (f *Fact) Days() int {
	if f.Start == NoDay {
		return 0
	}
	return int(f.End-f.Start) + 1
}

// CompanyFacts are the facts of all filings of a company, of the tags that were asked for.
type CompanyFacts struct {
	CIK string // ten digits
	// Name is often that of another filer who signed along, such as a financing subsidiary.
	Name string
	// Series are the facts by tag ("us-gaap:Assets") and unit (USD, EUR, USD/shares, shares, pure), by end and filing.
	Series map[string]map[string][]Fact
	// Tags are all that the company ever used, asked for or not, in order.
	Tags      []string
	FetchedAt time.Time
}

// Limits of the answers with facts. The largest companies have 10 MB.
const (
	maxFacts     = 64 << 20
	factsTimeout = 25 * time.Second
)

// Facts reads the facts of a company under the tags that wanted holds ("us-gaap:Assets"); cik is in ten digits. The
// answer of some megabytes is read as it comes. NotFound is a filer without financial data in XBRL.
func (c *Client) Facts(ctx context.Context, cik string, wanted map[string]bool) (*CompanyFacts, error) {
	var facts *CompanyFacts
	resp, err := noFile(c.c.Get("/api/xbrl/companyfacts/CIK{}.json", cik)).
		MaxBytes(maxFacts).Timeout(factsTimeout).
		Stream(ctx, func(body io.Reader) (err error) {
			facts, err = ReadFacts(body, wanted)
			return err
		})
	if err != nil {
		return nil, err
	}
	if facts.CIK != cik {
		return nil, upstream.BadResponse.Errorf("sec: facts of another company")
	}
	facts.FetchedAt = resp.FetchedAt
	return facts, nil
}

// Concept reads the facts under one tag by unit: some kilobytes. NotFound is a tag that the company never used.
func (c *Client) Concept(ctx context.Context, cik, taxonomy, tag string) (map[string][]Fact, error) {
	var units map[string][]Fact
	_, err := noFile(c.c.Get("/api/xbrl/companyconcept/CIK{}/{}/{}.json", cik, taxonomy, tag)).
		Stream(ctx, func(body io.Reader) (err error) {
			units, err = readConcept(body)
			return err
		})
	return units, err
}

// lenient leaves to the reader of a value what is checked in it.
var lenient = []jsontext.Options{
	jsontext.AllowDuplicateNames(true),
	jsontext.AllowInvalidUTF8(true),
}

// ReadFacts reads the document with all facts of a company; see [Client.Facts]. Values of tags that are not wanted are
// passed over without being held.
func ReadFacts(body io.Reader, wanted map[string]bool) (*CompanyFacts, error) {
	r := &factReader{
		dec:    jsontext.NewDecoder(body, lenient...),
		texts:  map[string]string{},
		wanted: wanted,
	}

	facts := &CompanyFacts{Series: map[string]map[string][]Fact{}}
	seen := false
	err := r.object(func(name string) error {
		switch name {
		case "cik":
			var cik looseCIK
			err := json.UnmarshalDecode(r.dec, &cik)
			facts.CIK = string(cik)
			return err
		case "entityName":
			return json.UnmarshalDecode(r.dec, &facts.Name)
		case "facts":
			seen = true
			return r.object(func(taxonomy string) error { return r.taxonomy(taxonomy, facts) })
		}
		return r.dec.SkipValue()
	})

	switch {
	case err != nil:
	case facts.CIK == "":
		err = upstream.Lacks("cik")
	case !seen:
		err = upstream.Lacks("facts")
	default:
		err = errors.Join(r.end(), withStatements(facts.Tags))
	}

	if err != nil {
		return nil, fmt.Errorf("facts of a company: %w", err)
	}
	slices.Sort(facts.Tags)
	return facts, nil
}

// taxonomies are those that EDGAR gives facts of; the first two have the figures of statements.
var taxonomies = []string{
	"us-gaap", "ifrs-full", "dei", "srt", "invest", "ecd", "ffd", "cyd", "rr", "vip", "oef", "country", "currency", "exch",
	"naics", "sic", "stpr", "fnd", "snj",
}

// withStatements refuses facts of an unknown taxonomy if there are no statement facts: those may be under its name.
func withStatements(tags []string) error {
	unknown := ""
	for _, tag := range tags {
		taxonomy, _, _ := strings.Cut(tag, ":")
		if slices.Contains(taxonomies[:2], taxonomy) {
			return nil
		}
		if !slices.Contains(taxonomies, taxonomy) {
			unknown = taxonomy
		}
	}

	if unknown == "" {
		return nil
	}
	return upstream.Drifted("facts", "facts of us-gaap or ifrs-full", "facts of "+unknown)
}

// readConcept reads the document with the facts of one tag.
func readConcept(body io.Reader) (map[string][]Fact, error) {
	r := &factReader{
		dec:   jsontext.NewDecoder(body, lenient...),
		texts: map[string]string{},
	}
	var units map[string][]Fact

	err := r.object(func(name string) (err error) {
		if name != "units" {
			return r.dec.SkipValue()
		}
		units, err = r.units()
		return err
	})

	if err == nil && units == nil {
		err = upstream.Lacks("units")
	}
	if err != nil {
		return nil, fmt.Errorf("facts of a tag: %w", err)
	}

	return units, nil
}

// factReader reads a document with facts value by value.
type factReader struct {
	dec    *jsontext.Decoder
	texts  map[string]string // each text of which facts repeat the same few, once
	wanted map[string]bool
}

// object calls each with the name of every member, whose value it has to read.
func (r *factReader) object(each func(name string) error) error {
	if err := r.enter('{'); err != nil {
		return err
	}
	for r.dec.PeekKind() == '"' {
		name, err := r.dec.ReadToken()
		if err != nil {
			return err
		}
		if err := each(name.String()); err != nil {
			return err
		}
	}
	_, err := r.dec.ReadToken() // the last bracket
	return err
}

func (r *factReader) enter(bracket jsontext.Kind) error {
	token, err := r.dec.ReadToken()
	if err != nil {
		return err
	}
	if token.Kind() != bracket {
		return errors.New("a value of another type than documented")
	}
	return nil
}

// end makes sure that nothing follows, so that a connection can be used again.
func (r *factReader) end() error {
	_, err := r.dec.ReadToken()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil {
		err = errors.New("more than one document")
	}
	return err
}

func (r *factReader) taxonomy(taxonomy string, into *CompanyFacts) error {
	return r.object(func(tag string) error {
		name := taxonomy + ":" + tag
		into.Tags = append(into.Tags, name)
		if !r.wanted[name] {
			return r.dec.SkipValue()
		}

		err := r.object(func(member string) error {
			if member != "units" {
				return r.dec.SkipValue()
			}
			units, err := r.units()
			into.Series[name] = units
			return err
		})
		if err == nil && into.Series[name] == nil {
			err = upstream.Lacks("facts." + name + ".units")
		}
		return err
	})
}

func (r *factReader) units() (map[string][]Fact, error) {
	units := map[string][]Fact{}
	err := r.object(func(unit string) error {
		if err := r.enter('['); err != nil {
			return err
		}

		lacking := "" // the member for which a fact could not be used
		for r.dec.PeekKind() == '{' {
			fact, lacks, err := r.fact()
			switch {
			case err != nil:
				return err
			case lacks == "":
				units[unit] = append(units[unit], fact)
			default:
				lacking = lacks
			}
		}
		if lacking != "" && len(units[unit]) == 0 {
			return upstream.Lacks("units." + unit + "[]." + lacking)
		}

		token, err := r.dec.ReadToken()
		if err == nil && token.Kind() != ']' {
			err = errors.New("a fact that is not an object")
		}
		return err
	})
	return units, err
}

// fact reads one. A few cannot be used: lacks is the member that is missing, or is not a number or day.
func (r *factReader) fact() (f Fact, lacks string, err error) {
	var raw struct {
		Start string         `json:"start,omitempty"` // of a period alone
		End   string         `json:"end"`
		Value jsontext.Value `json:"val"`
		Accn  string         `json:"accn"`
		FY    *int           `json:"fy"`
		Form  string         `json:"form"`
		Filed string         `json:"filed"`
	}
	if err := json.UnmarshalDecode(r.dec, &raw); err != nil {
		return f, "", err
	}

	f = Fact{
		Start:     NoDay,
		Accession: r.text(raw.Accn),
		Form:      r.text(raw.Form),
		Value:     string(raw.Value),
	}
	if raw.FY != nil {
		f.FY = *raw.FY
	}
	var ended, filed bool
	started := true
	f.End, ended = ParseDay(raw.End)
	f.Filed, filed = ParseDay(raw.Filed)
	if raw.Start != "" {
		f.Start, started = ParseDay(raw.Start)
	}

	switch {
	case !ended:
		lacks = "end"
	case !filed:
		lacks = "filed"
	case !started || f.Start > f.End:
		lacks = "start"
	case raw.Value.Kind() != '0':
		lacks = "val"
	case f.Accession == "":
		lacks = "accn"
	case f.Form == "":
		lacks = "form"
	}
	return f, lacks, nil
}

// text is the text itself, the same one each time.
func (r *factReader) text(s string) string {
	if known, ok := r.texts[s]; ok {
		return known
	}
	r.texts[s] = s
	return s
}
