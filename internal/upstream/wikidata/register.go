package wikidata

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Register is the query service as it is asked for the names of parties on sanctions lists: apart from [Provider], so
// that a long download stops no other question.
var Register = upstream.Provider{
	Name:          "wikidata-names",
	BaseURL:       "https://query.wikidata.org",
	Docs:          "https://www.wikidata.org/wiki/Property:P10632",
	Attribution:   "Wikidata, CC0 1.0",
	Terms:         "CC0 1.0; User-Agent policy of the Wikimedia Foundation",
	Checked:       "documentation 2026-11",
	RatePerMinute: 30,
	Concurrency:   1,
	Timeout:       90 * time.Second, // the service ends a query after 60
	MaxBytes:      32 << 20,
}

// Named is an item with an OpenSanctions id, which items of sanctioned and of political people have, and of their
// firms.
type Named struct {
	QID       string
	Human     bool
	Text      string   // labels and aliases, English ones and those in languages that other scripts write, one a line
	Births    []string // 1957-07-05, or 1957-07 or 1957 where no more may be known; no date before our era
	Countries []string // ISO 3166-1 alpha-2: nationalities, or the seat
}

// Names are the lines of Text.
func (n *Named) Names() []string { return strings.Split(n.Text, "\n") }

// pageItems is how many items a page of the register has.
const pageItems = 1000

// registerLanguages are those of other scripts beside English, and mul, which many Latin labels are in.
const registerLanguages = `"en","mul","ru","uk","be","bg","sr","mk","kk","ky","tg","mn","ar","arz","fa","ps","ur","ckb",` +
	`"ug","he","yi","zh","zh-hans","zh-hant","zh-cn","zh-tw","zh-hk","yue","ja","ko","el","hy","ka","hi","mr","ne",` +
	`"bn","ta","te","th","my","km","lo","am"`

// page asks for the items behind one.
func page(c *upstream.Client, after string) *upstream.Request {
	return sparql(c.Get("/sparql"), RegisterQuery(after))
}

// RegisterQuery asks for the items behind the address after, in the order of addresses: a row for each, with what it
// has many of as lines. P10632 is the OpenSanctions id, P569 the date of birth, P27 and P17 are countries, P297 is
// their code.
func RegisterQuery(after string) string {
	return fmt.Sprintf(`SELECT ?item (SAMPLE(?is) AS ?human)
 (GROUP_CONCAT(DISTINCT STR(?name); SEPARATOR="\n") AS ?names)
 (GROUP_CONCAT(DISTINCT STR(?day); SEPARATOR="\n") AS ?births)
 (GROUP_CONCAT(DISTINCT ?code; SEPARATOR="\n") AS ?countries)
WHERE {
 { SELECT DISTINCT ?item WHERE { ?item wdt:P10632 ?id . FILTER(STR(?item) > %s) } ORDER BY STR(?item) LIMIT %d }
 OPTIONAL { ?item wdt:P31 wd:Q5 . BIND(true AS ?is) }
 OPTIONAL { ?item rdfs:label|skos:altLabel ?name . FILTER(LANG(?name) IN (%s)) }
 OPTIONAL { ?item wdt:P569 ?day }
 OPTIONAL { ?item (wdt:P27|wdt:P17)/wdt:P297 ?code }
} GROUP BY ?item`, literal(after), pageItems, registerLanguages)
}

// RegisterFile is the download of the register, in pages. A page without an item is the last one.
var RegisterFile = upstream.File{
	Name:    "names",
	Request: func(c *upstream.Client) *upstream.Request { return page(c, "") },
	Next: func(c *upstream.Client, body []byte, _ int) (*upstream.Request, error) {
		last := ""
		err := readPage(body, func(n Named) { last = max(last, entity+n.QID) })
		if err != nil || last == "" {
			return nil, err
		}
		return page(c, last), nil
	},
}

// ReadRegister calls each for the items of the pages in src. It fails where a page is cut, as one is that took too
// long.
func ReadRegister(src io.Reader, each func(Named)) error {
	for decoder := json.NewDecoder(src); ; {
		var page json.RawMessage
		switch err := decoder.Decode(&page); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("the register of names: %w", err)
		}
		if err := readPage(page, each); err != nil {
			return err
		}
	}
}

// entity is what the addresses of items begin with.
const entity = "http://www.wikidata.org/entity/"

type term struct {
	Value string `json:"value"`
}

func (t term) lines() []string {
	return strings.FieldsFunc(t.Value, func(r rune) bool { return r == '\n' })
}

// readPage reads a result of SPARQL 1.1 in JSON. A variable without a value is not in a row.
func readPage(body []byte, each func(Named)) error {
	var page struct {
		Results struct {
			Rows []struct {
				Item      term `json:"item"`
				Human     term `json:"human,omitzero"`
				Names     term `json:"names,omitzero"`
				Births    term `json:"births,omitzero"`
				Countries term `json:"countries,omitzero"`
			} `json:"bindings"`
		} `json:"results"`
	}
	if err := upstream.Decode(body, &page); err != nil {
		return fmt.Errorf("a page of the register of names: %w", err)
	}

	for _, row := range page.Results.Rows {
		qid, ok := strings.CutPrefix(row.Item.Value, entity)
		if !ok {
			return fmt.Errorf("a page of the register of names: no item: %.60q", row.Item.Value)
		}
		item := Named{
			QID:       qid,
			Human:     row.Human.Value == "true",
			Text:      row.Names.Value,
			Countries: row.Countries.lines(),
		}
		for _, moment := range row.Births.lines() {
			// What is only known to the month is its first day, and to the year its first of January.
			if day, err := time.Parse(time.RFC3339, moment); err == nil {
				known := strings.TrimSuffix(day.Format(time.DateOnly), "-01")
				item.Births = append(item.Births, strings.TrimSuffix(known, "-01"))
			}
		}
		each(item)
	}
	return nil
}
