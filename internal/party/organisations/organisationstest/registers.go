// Package organisationstest stands in for the registers of organisations: it answers as GLEIF, EDGAR, Wikidata and
// OpenFIGI do, in the shapes of their real answers, from companies that a test lists.
package organisationstest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/filers/filerstest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Registers are what the registers hold.
type Registers struct {
	Filers     []Filer
	Records    []Record
	Items      []Item
	Securities []Security

	// Down are hosts that answer 503.
	Down []string

	byLEI  map[string]*Record
	byCIK  map[string]*Filer
	byWord map[string][]*Record // records by the words of their legal names
	byAny  map[string][]*Record // and by those of all their names
}

// prepare makes the tables that answers are looked up in.
func (r *Registers) prepare() {
	r.byLEI = map[string]*Record{}
	r.byCIK = map[string]*Filer{}
	r.byWord = map[string][]*Record{}
	r.byAny = map[string][]*Record{}
	for i := range r.Records {
		record := &r.Records[i]
		r.byLEI[record.LEI] = record
		put(r.byWord, record, record.Name)
		put(r.byAny, record, record.Name, record.English, strings.Join(record.Former, " "))
	}
	for i := range r.Filers {
		r.byCIK[r.Filers[i].CIK] = &r.Filers[i]
	}
}

// put adds a record under each word of names.
func put(index map[string][]*Record, record *Record, texts ...string) {
	for _, word := range strings.Fields(names.Normalize(strings.Join(texts, " "))) {
		if list := index[word]; len(list) == 0 || list[len(list)-1] != record {
			index[word] = append(list, record)
		}
	}
}

// Filer is an entry of EDGAR.
type Filer struct {
	CIK     string // ten digits
	Name    string
	Former  []string
	Until   string // YYYY-MM-DD of the last use of the former names; 2015-01-01 when empty
	State   string // EDGAR's code of the place of incorporation
	City    string
	Region  string // EDGAR's code of the head office's
	Tickers []string
	EIN     string // nine digits
	LEI     string
	Type    string // operating when empty
	Filings []Filing
}

// Filing is a line of a filer's list, the newest first.
type Filing struct {
	Form  string
	Filed string
	Items string
}

// Record is an entry of GLEIF.
type Record struct {
	LEI          string
	Name         string
	Former       []string
	Jurisdiction string
	City         string
	Region       string // ISO 3166-2 of the head office
	Status       string // ACTIVE when empty
	Registration string // ISSUED when empty
	Renewal      string
	Corroborated string // FULLY_CORROBORATED when empty
	Conformity   string // CONFORMING when empty, null when "-"
	Category     string // GENERAL when empty
	Expired      string // reason
	ExpiredOn    string // YYYY-MM-DD
	Updated      string // YYYY-MM-DD
	English      string // legal name in a second language
	Created      string
	ISINs        []string
	Parent       string // LEI
	Exception    string
}

// Item is an item of Wikidata.
type Item struct {
	QID       string
	Label     string
	Aliases   []string
	CIKs      []string
	LEIs      []string
	ISINs     []string
	EINs      []string
	Tickers   []string
	Former    string   // an official name that ended
	FormerEnd string   // YYYY-MM-DD
	Dissolved string   // YYYY-MM-DD
	Kinds     []string // QIDs of what it is an instance of
}

// Security is a share that OpenFIGI knows.
type Security struct {
	ISIN     string
	Name     string
	Ticker   string
	Exchange string // US when empty
	Sector   string // Equity when empty
}

// World is the internet with these registers.
func (r *Registers) World(tb testing.TB) *upstreamtest.World {
	tb.Helper()
	world := upstreamtest.New(tb)
	r.Mount(world)
	return world
}

// Mount lets the registers answer in a world.
func (r *Registers) Mount(world *upstreamtest.World) {
	r.prepare()

	for host, answer := range map[string]func(*http.Request) (any, int){
		"api.gleif.org":      r.gleif,
		"data.sec.gov":       r.submissions,
		"www.sec.gov":        r.tables,
		"www.wikidata.org":   r.wikidata,
		"query.wikidata.org": r.sparql,
		"api.openfigi.com":   r.figi,
	} {
		world.Handle(host, http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			if slices.Contains(r.Down, host) {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			body, status := answer(q)
			if text, ok := body.(string); ok {
				w.Header().Set("Content-Type", "application/xml")
				w.WriteHeader(status)
				_, _ = w.Write([]byte(text))
				return
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_ = json.NewEncoder(w).Encode(body)
		}))
	}
}

type object = map[string]any

func (r *Registers) gleif(q *http.Request) (any, int) {
	path := strings.TrimPrefix(q.URL.Path, "/api/v1")
	query := q.URL.Query()
	switch {
	case path == "/fuzzycompletions":
		return r.completions(query.Get("q")), http.StatusOK
	case path == "/lei-records":
		return r.records(query), http.StatusOK
	}

	parts := strings.Split(strings.TrimPrefix(path, "/lei-records/"), "/")
	record := r.record(parts[0])
	if record == nil {
		return object{"errors": []object{{"status": "404", "title": "Not Found"}}}, http.StatusNotFound
	}
	if len(parts) == 1 {
		return object{"data": record.resource()}, http.StatusOK
	}
	return r.related(record, parts[1])
}

func (r *Registers) related(record *Record, what string) (any, int) {
	switch what {
	case "isins":
		var list []object
		for _, isin := range record.ISINs {
			list = append(list, object{"type": "isins", "attributes": object{"lei": record.LEI, "isin": isin}})
		}
		return pages(list), http.StatusOK

	case "direct-parent", "ultimate-parent":
		if parent := r.record(record.Parent); parent != nil {
			return object{"data": parent.resource()}, http.StatusOK
		}
	case "direct-parent-relationship", "ultimate-parent-relationship":
		if record.Parent != "" {
			return object{"data": relationship(record)}, http.StatusOK
		}
	case "direct-parent-reporting-exception", "ultimate-parent-reporting-exception":
		if record.Exception != "" {
			return object{"data": object{"attributes": object{"reason": record.Exception}}}, http.StatusOK
		}

	case "direct-children":
		var list []object
		for _, child := range r.Records {
			if child.Parent == record.LEI {
				list = append(list, child.resource())
			}
		}
		return pages(list), http.StatusOK

	case "direct-child-relationships":
		var list []object
		for i := range r.Records {
			if r.Records[i].Parent == record.LEI {
				list = append(list, relationship(&r.Records[i]))
			}
		}
		return pages(list), http.StatusOK
	}
	return object{"errors": []object{{"status": "404"}}}, http.StatusNotFound
}

// relationship is the record of a child's relationship to its parent.
func relationship(child *Record) object {
	return object{"type": "relationship-records", "attributes": object{
		"relationship": object{
			"startNode": object{"id": child.LEI, "type": "LEI"},
			"endNode":   object{"id": child.Parent, "type": "LEI"},
			"type":      "IS_DIRECTLY_CONSOLIDATED_BY",
			"status":    "ACTIVE",
		},
		"registration": object{"corroborationLevel": "FULLY_CORROBORATED"},
	}}
}

func pages(list []object) object {
	if list == nil {
		list = []object{}
	}
	return object{
		"meta": object{"pagination": object{"currentPage": 1, "total": len(list), "lastPage": 1}},
		"data": list,
	}
}

func (r *Registers) record(lei string) *Record { return r.byLEI[lei] }

// records answers a filter: a name matches when all words of the query are words of it.
func (r *Registers) records(query map[string][]string) any {
	get := func(name string) string { return strings.Join(query[name], "") }
	list := each.Of(r.match(get), func(record *Record) object { return record.resource() })
	answer := pages(list)
	if size, err := strconv.Atoi(get("page[size]")); err == nil && len(list) > size {
		answer["data"] = list[:size]
	}
	return answer
}

func (r *Registers) match(get func(string) string) []*Record {
	var list []*Record
	if isin := get("filter[isin]"); isin != "" {
		for i := range r.Records {
			if slices.Contains(r.Records[i].ISINs, isin) {
				list = append(list, &r.Records[i])
			}
		}
		return list
	}
	if leis := get("filter[lei]"); leis != "" {
		for _, lei := range strings.Split(leis, ",") {
			if record := r.record(lei); record != nil {
				list = append(list, record)
			}
		}
		return list
	}

	if name := get("filter[entity.names]"); name != "" {
		return having(r.byAny, name)
	}
	return having(r.byWord, get("filter[entity.legalName]"))
}

// having are the records with all words of a name.
func having(index map[string][]*Record, name string) []*Record {
	wanted := strings.Fields(names.Normalize(name))
	if len(wanted) == 0 {
		return nil
	}
	var list []*Record
	for _, record := range index[wanted[0]] {
		all := true
		for _, word := range wanted[1:] {
			all = all && slices.Contains(index[word], record)
		}
		if all {
			list = append(list, record)
		}
	}
	return list
}

// completions are names that begin with the same word.
func (r *Registers) completions(text string) any {
	wanted := strings.Fields(names.Normalize(text))
	list := []object{}
	if len(wanted) == 0 {
		return object{"data": list}
	}
	for _, record := range r.byWord[wanted[0]] {
		if len(list) < 10 {
			list = append(list, object{
				"type":       "fuzzycompletions",
				"attributes": object{"value": record.Name},
				"relationships": object{
					"lei-records": object{"data": object{"type": "lei-records", "id": record.LEI}},
				},
			})
		}
	}
	return object{"data": list}
}

func (r *Record) resource() object {
	others := []object{}
	for _, former := range r.Former {
		others = append(others, object{
			"name":     former,
			"language": "en",
			"type":     "PREVIOUS_LEGAL_NAME",
		})
	}

	if r.English != "" {
		others = append(others, object{
			"name":     r.English,
			"language": "en",
			"type":     "ALTERNATIVE_LANGUAGE_LEGAL_NAME",
		})
	}

	country, _, _ := strings.Cut(cmp.Or(r.Jurisdiction, "US"), "-")
	address := object{
		"addressLines": []string{"1 Main Street"},
		"city":         r.City,
		"region":       orNull(r.Region),
		"country":      country,
		"postalCode":   "10001",
	}

	links := object{}
	parent := func(which string) object {
		base := "https://api.gleif.org/api/v1/lei-records/" + r.LEI + "/" + which
		switch {
		case r.Parent != "":
			return object{"links": object{"relationship-record": base + "-relationship", "lei-record": base}}
		case r.Exception != "":
			return object{"links": object{"reporting-exception": base + "-reporting-exception"}}
		}
		return object{"links": object{}}
	}

	links["direct-parent"] = parent("direct-parent")
	links["ultimate-parent"] = parent("ultimate-parent")
	return object{
		"type": "lei-records",
		"id":   r.LEI,
		"attributes": object{
			"lei": r.LEI,
			"entity": object{
				"legalName":                object{"name": r.Name, "language": "en"},
				"otherNames":               others,
				"legalAddress":             address,
				"headquartersAddress":      address,
				"registeredAt":             object{"id": "RA000602", "other": nil},
				"registeredAs":             "1234567",
				"jurisdiction":             r.Jurisdiction,
				"category":                 cmp.Or(r.Category, "GENERAL"),
				"status":                   cmp.Or(r.Status, "ACTIVE"),
				"expiration":               object{"date": orNull(moment(r.ExpiredOn)), "reason": orNull(r.Expired)},
				"creationDate":             orNull(moment(r.Created)),
				"successorEntity":          object{"lei": nil, "name": nil},
				"transliteratedOtherNames": []object{},
			},
			"registration": object{
				"initialRegistrationDate": "2012-06-06T15:55:00Z",
				"lastUpdateDate":          orNull(moment(r.Updated)),
				"status":                  cmp.Or(r.Registration, "ISSUED"),
				"nextRenewalDate":         moment(cmp.Or(r.Renewal, "2027-05-04")),
				"corroborationLevel":      cmp.Or(r.Corroborated, "FULLY_CORROBORATED"),
			},
			"bic":            nil,
			"conformityFlag": conformity(r.Conformity),
		},
		"relationships": links,
	}
}

func conformity(flag string) any {
	if flag == "-" {
		return nil
	}
	return cmp.Or(flag, "CONFORMING")
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func moment(day string) string {
	if day == "" {
		return ""
	}
	return day + "T00:00:00Z"
}

func (r *Registers) submissions(q *http.Request) (any, int) {
	cik := strings.TrimSuffix(strings.TrimPrefix(q.URL.Path, "/submissions/CIK"), ".json")
	if f := r.byCIK[cik]; f != nil {
		return f.submissions(), http.StatusOK
	}
	return filerstest.NoSuchKey, http.StatusNotFound
}

func (f Filer) submissions() any {
	former := []object{}
	for _, name := range f.Former {
		former = append(
			former,
			object{
				"name": name, "from": "1994-01-01T00:00:00.000Z",
				"to": cmp.Or(f.Until, "2015-01-01") + "T00:00:00.000Z",
			},
		)
	}

	columns := map[string][]any{}
	for _, name := range []string{
		"accessionNumber", "filingDate", "reportDate", "form", "items", "isXBRL", "primaryDocument",
	} {
		columns[name] = []any{}
	}

	for i, filing := range f.Filings {
		columns["accessionNumber"] = append(columns["accessionNumber"], fmt.Sprintf("0000000001-26-%06d", i))
		columns["filingDate"] = append(columns["filingDate"], filing.Filed)
		columns["reportDate"] = append(columns["reportDate"], filing.Filed)
		columns["form"] = append(columns["form"], filing.Form)
		columns["items"] = append(columns["items"], filing.Items)
		columns["isXBRL"] = append(columns["isXBRL"], 0)
		columns["primaryDocument"] = append(columns["primaryDocument"], "a.htm")
	}

	exchanges := []any{}
	for range f.Tickers {
		exchanges = append(exchanges, "NYSE")
	}

	return object{
		"cik": f.CIK, "name": f.Name, "entityType": cmp.Or(f.Type, "operating"), "ein": f.EIN, "lei": orNull(f.LEI),
		"tickers": append([]string{}, f.Tickers...), "exchanges": exchanges, "formerNames": former,
		"stateOfIncorporation": f.State,
		"addresses": object{
			"business": object{
				"street1": nil, "street2": nil, "city": f.City, "stateOrCountry": f.Region, "zipCode": nil,
			},
		},
		"filings": object{"recent": columns, "files": []any{}},
	}
}

// everyName is the SEC's list of all names, of filers without a ticker too.
func (r *Registers) everyName() string {
	var lines strings.Builder
	for _, f := range r.Filers {
		for _, name := range append([]string{f.Name}, f.Former...) {
			lines.WriteString(name + ":" + f.CIK + ":\n")
		}
	}
	return lines.String()
}

func (r *Registers) tables(q *http.Request) (any, int) {
	if q.URL.Path == "/Archives/edgar/cik-lookup-data.txt" {
		return r.everyName(), http.StatusOK
	}

	companies := object{}
	exchanges := [][]any{}
	n := 0
	for _, f := range r.Filers {
		cik, _ := strconv.Atoi(f.CIK)
		for _, ticker := range f.Tickers {
			companies[strconv.Itoa(n)] = object{
				"cik_str": cik,
				"ticker":  ticker,
				"title":   f.Name,
			}
			exchanges = append(exchanges, []any{cik, ticker, "NYSE"})
			n++
		}
	}

	switch q.URL.Path {
	case "/files/company_tickers.json":
		return companies, http.StatusOK
	case "/files/company_tickers_exchange.json":
		return object{"fields": []string{"cik", "ticker", "exchange"}, "data": exchanges}, http.StatusOK
	case "/files/company_tickers_mf.json":
		return object{
			"fields": []string{"cik", "seriesId", "classId", "symbol"},
			"data":   [][]any{{36405, "S000002839", "C000092055", "VOO"}},
		}, http.StatusOK
	}

	return object{}, http.StatusNotFound
}

func (r *Registers) wikidata(q *http.Request) (any, int) {
	query := q.URL.Query()
	if query.Get("action") == "wbsearchentities" {
		hits := []object{}
		for _, item := range r.Items {
			for _, name := range append([]string{item.Label}, item.Aliases...) {
				if strings.HasPrefix(strings.ToLower(name), strings.ToLower(query.Get("search"))) && len(hits) < 10 {
					hits = append(hits, object{"id": item.QID, "label": item.Label})
					break
				}
			}
		}
		return object{"search": hits, "success": 1}, http.StatusOK
	}

	entities := object{}
	for _, qid := range strings.Split(query.Get("ids"), "|") {
		entities[qid] = object{"id": qid, "missing": ""}
		for _, item := range r.Items {
			if item.QID == qid {
				entities[qid] = item.entity()
			}
		}
	}
	return object{"entities": entities, "success": 1}, http.StatusOK
}

func snak(kind string, value any) object {
	return object{"snaktype": "value", "datavalue": object{"value": value, "type": kind}}
}

func (i Item) entity() any {
	claims := object{}
	put := func(property string, values []string) {
		var list []object
		for _, v := range values {
			list = append(list, object{
				"mainsnak": snak("string", v),
				"type":     "statement",
				"rank":     "normal",
			})
		}
		if list != nil {
			claims[property] = list
		}
	}

	put("P5531", i.CIKs)
	put("P1278", i.LEIs)
	put("P946", i.ISINs)
	put("P1297", i.EINs)

	for _, ticker := range i.Tickers {
		claims["P414"] = append(asList(claims["P414"]), object{
			"mainsnak":   snak("wikibase-entityid", object{"entity-type": "item", "id": "Q13677"}),
			"qualifiers": object{"P249": []object{snak("string", ticker)}},
			"rank":       "normal",
		})
	}

	for _, kind := range i.Kinds {
		claims["P31"] = append(asList(claims["P31"]), object{
			"mainsnak": snak("wikibase-entityid", object{"entity-type": "item", "id": kind}),
			"rank":     "normal",
		})
	}

	if i.Former != "" {
		claims["P1448"] = []object{{
			"mainsnak": snak("monolingualtext", object{"text": i.Former, "language": "en"}),
			"qualifiers": object{"P582": []object{
				snak("time", object{"time": "+" + i.FormerEnd + "T00:00:00Z", "precision": 11}),
			}},
			"rank": "normal",
		}}
	}

	if i.Dissolved != "" {
		claims["P576"] = []object{{
			"mainsnak": snak("time", object{"time": "+" + i.Dissolved + "T00:00:00Z", "precision": 11}),
			"rank":     "normal",
		}}
	}

	aliases := []object{}
	for _, alias := range i.Aliases {
		aliases = append(aliases, object{"language": "en", "value": alias})
	}

	return object{
		"type": "item", "id": i.QID, "claims": claims, "descriptions": []any{},
		"labels":  object{"en": object{"language": "en", "value": i.Label}},
		"aliases": object{"en": aliases},
	}
}

func asList(v any) []object {
	list, _ := v.([]object)
	return list
}

var (
	property = regexp.MustCompile(`wdt:(P\d+)`)
	literal  = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
)

func (r *Registers) sparql(q *http.Request) (any, int) {
	query := q.URL.Query().Get("query")
	asked := property.FindStringSubmatch(query)
	if asked == nil {
		return object{}, http.StatusBadRequest
	}

	bindings := []object{}
	for _, item := range r.Items {
		values := map[string][]string{
			"P5531": item.CIKs,
			"P1278": item.LEIs,
			"P946":  item.ISINs,
		}[asked[1]]
		for _, text := range literal.FindAllStringSubmatch(query, -1) {
			if slices.Contains(values, text[1]) {
				bindings = append(bindings, object{
					"item": object{"type": "uri", "value": "http://www.wikidata.org/entity/" + item.QID},
				})
				break
			}
		}
	}

	return object{"head": object{"vars": []string{"item"}}, "results": object{"bindings": bindings}}, http.StatusOK
}

func (r *Registers) figi(q *http.Request) (any, int) {
	var jobs []struct {
		Value string `json:"idValue"`
	}
	if json.NewDecoder(q.Body).Decode(&jobs) != nil {
		return object{}, http.StatusBadRequest
	}

	results := []object{}
	for _, job := range jobs {
		var rows []object
		for i, s := range r.Securities {
			if s.ISIN == job.Value {
				figi := fmt.Sprintf("BBG%09d", i)
				rows = append(rows, object{
					"figi": figi, "compositeFIGI": figi, "name": s.Name, "ticker": s.Ticker,
					"exchCode": cmp.Or(s.Exchange, "US"), "marketSector": cmp.Or(s.Sector, "Equity"),
				})
			}
		}
		if rows == nil {
			results = append(results, object{"warning": "No identifier found."})
			continue
		}
		results = append(results, object{"data": rows})
	}

	return results, http.StatusOK
}

// Now is the moment that the tests of organisations are written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
