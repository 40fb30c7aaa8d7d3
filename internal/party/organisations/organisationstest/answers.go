package organisationstest

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/farebox/farebox/internal/party/filers/filerstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// Apple's identifiers, as the registers of Answers have them.
const (
	AppleCIK  = "0000320193"
	AppleLEI  = "HWUPKR0MPOU8FGXBT394"
	AppleQID  = "Q312"
	AppleISIN = "US0378331005"
)

// Answers are what the registers say of Apple, the example of the spec. They have nobody else but the filers of the
// SEC's table.
func Answers() []upstreamtest.Answer {
	const (
		gleif    = "https://api.gleif.org/api/v1/"
		apple    = gleif + "lei-records/" + AppleLEI
		wikidata = "https://www.wikidata.org/w/api.php"
		sparql   = "https://query.wikidata.org/sparql"
		item     = `{"head":{"vars":["item"]},"results":{"bindings":[{"item":{"type":"uri",` +
			`"value":"http://www.wikidata.org/entity/Q312"}}]}}`
	)

	answers := []upstreamtest.Answer{
		{URL: apple, Body: `{"data":` + appleRecord + `}`},
		{URL: apple + "/isins", Body: appleISINs},
		{URL: apple + "/direct-parent-reporting-exception", Body: exception("DIRECT")},
		{URL: apple + "/ultimate-parent-reporting-exception", Body: exception("ULTIMATE")},
		{URL: apple + "/direct-children", Body: records(appleEnergy)},
		{URL: apple + "/direct-child-relationships", Body: records(appleEnergyChild)},
		{URL: gleif + "lei-records/*", Status: 404, Body: `{"errors":[{"status":"404","title":"Not Found"}]}`},
		{URL: gleif + "lei-records?filter[isin]=" + AppleISIN, Body: records(appleRecord)},
		{URL: gleif + "fuzzycompletions", Body: `{"data":[]}`},
		{URL: wikidata + "?action=wbgetentities&ids=Q312", Body: appleItem},
		{URL: wikidata + "?action=wbgetentities", Body: `{"entities":{"Q1":{"id":"Q1","missing":""}},"success":1}`},
		{URL: wikidata + "?action=wbsearchentities&search=Apple+Inc", Body: appleHits},
		{URL: wikidata + "?action=wbsearchentities", Body: `{"searchinfo":{"search":""},"search":[],"success":1}`},
		{URL: sparql + "?query=" + statement("P5531", AppleCIK, "320193"), Body: item},
		{URL: sparql + "?query=" + statement("P1278", AppleLEI), Body: item},
		{URL: sparql + "?query=" + statement("P946", AppleISIN), Body: item},
		{URL: sparql, Body: `{"head":{"vars":["item"]},"results":{"bindings":[]}}`},
		{
			Method: "POST", URL: "https://api.openfigi.com/v3/mapping", BodyHas: AppleISIN,
			Body: `[{"data":[{"figi":"BBG000B9XRY4","name":"APPLE INC","ticker":"AAPL","exchCode":"US",
"compositeFIGI":"BBG000B9XRY4","securityType":"Common Stock","marketSector":"Equity",
"shareClassFIGI":"BBG001S5N8V8","securityType2":"Common Stock","securityDescription":"AAPL"}]}]`,
		},
		{Method: "POST", URL: "https://api.openfigi.com/v3/mapping", Body: `[{"warning":"No identifier found."}]`},
	}

	for _, name := range []string{"Apple", "Apple Inc", "Apple Inc.", "apple"} {
		for _, filter := range []string{"entity.names", "entity.legalName"} {
			answers = append(answers, upstreamtest.Answer{
				URL:  gleif + "lei-records?filter[" + filter + "]=" + url.QueryEscape(name),
				Body: records(appleRecord, appleEnergy),
			})
		}
	}

	answers = append(answers, upstreamtest.Answer{URL: gleif + "lei-records", Body: records()})
	return append(answers, filerstest.Answers()...)
}

func statement(property string, values ...string) string {
	return url.QueryEscape(
		wikidata.Prefixes + fmt.Sprintf(`SELECT DISTINCT ?item WHERE { ?item wdt:%s ?value . VALUES ?value { "%s" } } LIMIT 10`,
			property, strings.Join(values, `" "`)),
	)
}

func records(list ...string) string {
	return fmt.Sprintf(`{"meta":{"goldenCopy":{"publishDate":"2026-11-20T08:00:00Z"},
"pagination":{"currentPage":1,"perPage":50,"from":1,"to":%d,"total":%d,"lastPage":1}},"links":{},"data":[%s]}`,
		len(list), len(list), strings.Join(list, ","))
}

func exception(level string) string {
	return `{"meta":{},"data":{"type":"reporting-exceptions","id":"x","attributes":{"validFrom":null,"validTo":null,
"lei":"HWUPKR0MPOU8FGXBT394","category":"` + level + `_ACCOUNTING_CONSOLIDATION_PARENT","reason":"NON_CONSOLIDATING",
"reference":null}}}`
}

const appleRecord = `{"type":"lei-records","id":"HWUPKR0MPOU8FGXBT394","attributes":{"lei":"HWUPKR0MPOU8FGXBT394",
"entity":{"legalName":{"name":"Apple Inc.","language":"en"},
"otherNames":[{"name":"Apple Computer, Inc.","language":"en","type":"PREVIOUS_LEGAL_NAME"}],
"transliteratedOtherNames":[],
"legalAddress":{"language":"en","addressLines":["C/O C T CORPORATION SYSTEM","330 N BRAND BLVD STE 700"],
"addressNumber":null,"city":"Glendale","region":"US-CA","country":"US","postalCode":"91203"},
"headquartersAddress":{"language":"en","addressLines":["One Apple Park Way"],"addressNumber":null,
"city":"Cupertino","region":"US-CA","country":"US","postalCode":"95014"},
"registeredAt":{"id":"RA000598","other":null},"registeredAs":"806592","jurisdiction":"US-CA","category":"GENERAL",
"legalForm":{"id":"H1UM","other":null},"associatedEntity":{"lei":null,"name":null},"status":"ACTIVE",
"expiration":{"date":null,"reason":null},"successorEntity":{"lei":null,"name":null},"successorEntities":[],
"creationDate":"1977-01-03T00:00:00Z","subCategory":null,"otherAddresses":[],"eventGroups":[]},
"registration":{"initialRegistrationDate":"2012-06-06T15:53:00Z","lastUpdateDate":"2026-02-10T09:41:00Z",
"status":"ISSUED","nextRenewalDate":"2027-03-04T00:00:00Z","managingLou":"5493001KJTIIGC8Y1R12",
"corroborationLevel":"FULLY_CORROBORATED","validatedAt":{"id":"RA000598","other":null},"validatedAs":"806592"},
"bic":null,"mic":null,"ocid":"us_ca/806592","spglobal":["24937"],"conformityFlag":"CONFORMING"},
"relationships":{
"direct-parent":{"links":
{"reporting-exception":
"https://api.gleif.org/api/v1/lei-records/HWUPKR0MPOU8FGXBT394/direct-parent-reporting-exception"}},
"ultimate-parent":{"links":
{"reporting-exception":
"https://api.gleif.org/api/v1/lei-records/HWUPKR0MPOU8FGXBT394/ultimate-parent-reporting-exception"}},
"direct-children":{"links":
{"related":"https://api.gleif.org/api/v1/lei-records/HWUPKR0MPOU8FGXBT394/direct-children"}},
"isins":{"links":{"related":"https://api.gleif.org/api/v1/lei-records/HWUPKR0MPOU8FGXBT394/isins"}}},
"links":{"self":"https://api.gleif.org/api/v1/lei-records/HWUPKR0MPOU8FGXBT394"}}`

const appleEnergy = `{"type":"lei-records","id":"549300YX4S1LLSMK2627","attributes":{"lei":"549300YX4S1LLSMK2627",
"entity":{"legalName":{"name":"APPLE ENERGY LLC","language":"en"},"otherNames":[],"transliteratedOtherNames":[],
"legalAddress":{"addressLines":["1209 ORANGE STREET"],"city":"WILMINGTON","region":"US-DE","country":"US",
"postalCode":"19801"},
"headquartersAddress":{"addressLines":["One Apple Park Way"],"city":"Cupertino","region":"US-CA","country":"US",
"postalCode":"95014"},
"registeredAt":{"id":"RA000602","other":null},"registeredAs":"6041462","jurisdiction":"US-DE","category":"GENERAL",
"status":"ACTIVE","expiration":{"date":null,"reason":null},"creationDate":"2016-05-20T00:00:00Z"},
"registration":{"initialRegistrationDate":"2016-06-03T00:00:00Z","lastUpdateDate":"2026-04-10T09:41:00Z",
"status":"ISSUED",
"nextRenewalDate":"2027-05-04T00:00:00Z","corroborationLevel":"FULLY_CORROBORATED"},"conformityFlag":"CONFORMING"},
"relationships":{"direct-parent":{"links":{
"lei-record":"https://api.gleif.org/api/v1/lei-records/549300YX4S1LLSMK2627/direct-parent"}}}}`

const appleEnergyChild = `{"type":"relationship-records","id":"x","attributes":{"relationship":{
"startNode":{"id":"549300YX4S1LLSMK2627","type":"LEI"},"endNode":{"id":"HWUPKR0MPOU8FGXBT394","type":"LEI"},
"type":"IS_DIRECTLY_CONSOLIDATED_BY","status":"ACTIVE"},
"registration":{"status":"PUBLISHED","corroborationLevel":"FULLY_CORROBORATED"}}}`

const appleISINs = `{"meta":{"pagination":{"currentPage":1,"perPage":200,"from":1,"to":3,"total":3,"lastPage":1}},
"data":[{"type":"isins","id":"a","attributes":{"lei":"HWUPKR0MPOU8FGXBT394","isin":"US037833DT41"}},
{"type":"isins","id":"b","attributes":{"lei":"HWUPKR0MPOU8FGXBT394","isin":"US0378331005"}},
{"type":"isins","id":"c","attributes":{"lei":"HWUPKR0MPOU8FGXBT394","isin":"XS1135337498"}}]}`

const appleHits = `{"searchinfo":{"search":"Apple Inc"},"search":[{"id":"Q312","title":"Q312","pageid":488,
"concepturi":"http://www.wikidata.org/entity/Q312","url":"//www.wikidata.org/wiki/Q312","label":"Apple Inc.",
"description":"American multinational technology company","match":{"type":"label","language":"en",
"text":"Apple Inc."}}],
"success":1}`

const appleItem = `{"entities":{"Q312":{"pageid":488,"ns":0,"title":"Q312","lastrevid":1,"type":"item","id":"Q312",
"labels":{"en":{"language":"en","value":"Apple Inc."}},
"descriptions":{"en":{"language":"en","value":"American multinational technology company"}},
"aliases":{"en":[{"language":"en","value":"Apple"},{"language":"en","value":"Apple Computer, Inc."}]},
"claims":{
"P1278":[{"mainsnak":{"snaktype":"value","property":"P1278","datavalue":{"value":"HWUPKR0MPOU8FGXBT394",
"type":"string"},"datatype":"external-id"},"type":"statement","rank":"normal"}],
"P5531":[{"mainsnak":{"snaktype":"value","property":"P5531","datavalue":{"value":"0000320193","type":"string"},
"datatype":"external-id"},"type":"statement","rank":"normal"}],
"P946":[{"mainsnak":{"snaktype":"value","property":"P946","datavalue":{"value":"US0378331005","type":"string"},
"datatype":"external-id"},"type":"statement","rank":"normal"}],
"P1297":[{"mainsnak":{"snaktype":"value","property":"P1297","datavalue":{"value":"94-2404110","type":"string"},
"datatype":"external-id"},"type":"statement","rank":"normal"}],
"P414":[{"mainsnak":{"snaktype":"value","property":"P414","datavalue":{"value":{"entity-type":"item",
"numeric-id":82059,"id":"Q82059"},"type":"wikibase-entityid"},"datatype":"wikibase-item"},"type":"statement",
"rank":"normal",
"qualifiers":{"P249":[{"snaktype":"value","property":"P249","datavalue":{"value":"AAPL","type":"string"},
"datatype":"string"}]}}],
"P571":[{"mainsnak":{"snaktype":"value","property":"P571","datavalue":{"value":{"time":"+1976-04-01T00:00:00Z",
"precision":11},"type":"time"},"datatype":"time"},"type":"statement","rank":"normal"}]
}}},"success":1}`
