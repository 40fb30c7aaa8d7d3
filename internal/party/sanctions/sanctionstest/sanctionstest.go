// Package sanctionstest holds small lists in the publishers' own forms for tests of the screening routes. Their parties
// do not exist, but for the one of the spec's examples.
package sanctionstest

import (
	"embed"
	"fmt"
	"net/url"
	"strings"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

//go:embed lists
var lists embed.FS

// List is one of the files: sdn.xml, consolidated.xml, uk.csv, eu.xml, un.xml, swiss.xml, and OFAC's lists as tables: sdn.csv,
// alt.csv, add.csv, sdn_comments.csv, cons_prim.csv, cons_alt.csv, cons_add.csv, cons_comments.csv, and
// register.json, the French register. names.json are names.
func List(name string) string {
	b, err := lists.ReadFile("lists/" + name)
	if err != nil {
		return fmt.Sprintf("no list %s: %v", name, err) // a parser refuses it
	}
	return string(b)
}

// Answers are what the publishers of the lists say. The lists load through the datasets of a pool with
// upstream.Options.SmallLists set.
func Answers() []upstreamtest.Answer { return append(append(Whole(), Tables()...), Register()) }

// Register is the French register, which is read when the EU list cannot be had.
func Register() upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:  "https://gels-avoirs.dgtresor.gouv.fr/ApiPublic/api/v1/publication/derniere-publication-fichier-json",
		Body: List("register.json"),
	}
}

// Tables are the tables in which OFAC publishes its two lists a second time.
func Tables() []upstreamtest.Answer {
	var out []upstreamtest.Answer
	for _, name := range []string{"sdn", "alt", "add", "sdn_comments", "cons_prim", "cons_alt", "cons_add", "cons_comments"} {
		out = append(out, upstreamtest.Answer{URL: exports + strings.ToUpper(name) + ".CSV", Type: "text/csv", Body: List(name + ".csv")})
	}
	return out
}

const exports = "https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/"

// Names are the pages of the register of names.
func Names() []upstreamtest.Answer {
	page := func(after, body string) upstreamtest.Answer {
		query := url.Values{"query": {wikidata.Prefixes + wikidata.RegisterQuery(after)}}
		return upstreamtest.Answer{
			URL:  wikidata.Register.BaseURL + "/sparql?" + query.Encode(),
			Type: "application/sparql-results+json",
			Body: body,
		}
	}
	return []upstreamtest.Answer{
		page("", List("names.json")),
		page("http://www.wikidata.org/entity/Q990000002", `{"head":{"vars":[]},"results":{"bindings":[]}}`),
	}
}

// Whole are the six lists in the form that is read first, and the register of names.
func Whole() []upstreamtest.Answer {
	return append([]upstreamtest.Answer{
		{URL: exports + "SDN.XML", Type: "application/xml", Body: List("sdn.xml")},
		{URL: exports + "CONSOLIDATED.XML", Type: "application/xml", Body: List("consolidated.xml")},
		{URL: "https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv", Type: "text/csv; charset=utf-8", Body: List("uk.csv")},
		{URL: "https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw", Type: "application/xml", Body: List("eu.xml")},
		{URL: "https://scsanctions.un.org/resources/xml/en/consolidated.xml", Type: "application/xml", Body: List("un.xml")},
		{URL: "https://www.sesam.search.admin.ch/sesam-search-web/pages/downloadXmlGesamtliste.xhtml?lang=en&action=downloadXmlGesamtlisteAction", Type: "application/xml", Body: List("swiss.xml")},
	}, Names()...)
}
