// Package scholartest has what the sources say to the examples of the spec's scholar routes: a real researcher and a
// real article, and figures that could be theirs.
package scholartest

import (
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the sources are.
const (
	OpenAlex  = "https://api.openalex.org"
	ORCID     = "https://pub.orcid.org/v3.0/"
	Unpaywall = "https://api.unpaywall.org/v2/"
	Crossref  = "https://api.crossref.org/works/"
	S2        = "https://api.semanticscholar.org/graph/v1/author/search"
)

// The examples of the spec.
const (
	Researcher = "0000-0001-6187-6610"
	Article    = "10.7717%2Fpeerj.4375"
)

// Answers are what the sources say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: OpenAlex + "/authors/orcid:" + Researcher, Body: author},
		{URL: OpenAlex + "/works?filter=author.id:A5023888391&sort=cited_by_count:desc", Body: works},
		{URL: ORCID + Researcher + "/person", Body: person},
		{URL: ORCID + Researcher + "/employments", Body: employments},
		{URL: Unpaywall + Article + "?email=ops@farebox.example", Body: article},
		{URL: OpenAlex + "/works/doi:" + Article, Body: work},
		{URL: Crossref + Article, Body: registered},
	}
}

const author = `{"id":"https://openalex.org/A5023888391","orcid":"https://orcid.org/0000-0001-6187-6610",
"display_name":"Jason Priem","display_name_alternatives":["Jason Priem","J. Priem"],"works_count":67,
"cited_by_count":4421,"summary_stats":{"2yr_mean_citedness":1.5,"h_index":16,"i10_index":20},
"affiliations":[
{"institution":{"id":"https://openalex.org/I114027177","ror":"https://ror.org/0130frc33",
"display_name":"University of North Carolina at Chapel Hill","country_code":"US","type":"education"},
"years":[2011,2013,2012]},
{"institution":{"id":"https://openalex.org/I4200000001","ror":"https://ror.org/02nr0ka47",
"display_name":"OurResearch","country_code":"CA","type":"nonprofit"},"years":[2026,2024,2022]}],
"last_known_institutions":[{"id":"https://openalex.org/I4200000001","ror":"https://ror.org/02nr0ka47",
"display_name":"OurResearch","country_code":"CA","type":"nonprofit"}],
"topics":[{"id":"https://openalex.org/T10102","display_name":"scientometrics and bibliometrics research","count":41}],
"counts_by_year":[{"year":2026,"works_count":1,"cited_by_count":402},
{"year":2025,"works_count":2,"cited_by_count":498}],
"updated_date":"2026-11-14T03:12:09.123456","created_date":"2023-07-21"}`

const works = `{"meta":{"count":67,"page":1,"per_page":5},"results":[{"id":"https://openalex.org/W2741809807",
"doi":"https://doi.org/10.7717/peerj.4375",
"title":"The state of OA: a large-scale analysis of the prevalence and impact of Open Access articles",
"type":"article","publication_year":2018,"cited_by_count":1012,"is_retracted":false,
"open_access":{"is_oa":true,"oa_status":"gold","oa_url":"https://peerj.com/articles/4375.pdf"}}]}`

const person = `{"last-modified-date":{"value":1700000000000},"name":{"given-names":{"value":"Jason"},
"family-name":{"value":"Priem"},"credit-name":null,"visibility":"public","path":"0000-0001-6187-6610"},
"other-names":{"other-name":[]},"biography":null,
"researcher-urls":{"researcher-url":[{"url-name":"Home page","url":{"value":"http://jasonpriem.org"}}]},
"emails":{"email":[]},"addresses":{"address":[]},"keywords":{"keyword":[{"content":"altmetrics"}]},
"path":"/0000-0001-6187-6610/person"}`

const employments = `{"affiliation-group":[{"summaries":[{"employment-summary":{"department-name":null,
"role-title":"Co-founder","start-date":{"year":{"value":"2013"},"month":null,"day":null},"end-date":null,
"organization":{"name":"OurResearch","address":{"city":"Sanford","region":"NC","country":"US"},
"disambiguated-organization":null},"visibility":"public","put-code":1}}]}],
"path":"/0000-0001-6187-6610/employments"}`

const article = `{"doi":"10.7717/peerj.4375","doi_url":"https://doi.org/10.7717/peerj.4375",
"title":"The state of OA: a large-scale analysis of the prevalence and impact of Open Access articles",
"genre":"journal-article","is_oa":true,"oa_status":"gold","journal_is_oa":true,"journal_is_in_doaj":true,
"journal_name":"PeerJ","publisher":"PeerJ","year":2018,"published_date":"2018-02-13","updated":"2026-02-01T10:00:00",
"best_oa_location":{"url":"https://peerj.com/articles/4375.pdf","url_for_pdf":"https://peerj.com/articles/4375.pdf",
"url_for_landing_page":"https://doi.org/10.7717/peerj.4375","host_type":"publisher","license":"cc-by",
"version":"publishedVersion","evidence":"open (via page says license)","is_best":true},
"oa_locations":[{"url":"https://peerj.com/articles/4375.pdf","url_for_pdf":"https://peerj.com/articles/4375.pdf",
"url_for_landing_page":"https://doi.org/10.7717/peerj.4375","host_type":"publisher","license":"cc-by",
"version":"publishedVersion","is_best":true}],
"z_authors":[{"family":"Piwowar","given":"Heather"},{"family":"Priem","given":"Jason"}]}`

const work = `{"id":"https://openalex.org/W2741809807","doi":"https://doi.org/10.7717/peerj.4375",
"title":"The state of OA: a large-scale analysis of the prevalence and impact of Open Access articles",
"type":"article","publication_year":2018,"publication_date":"2018-02-13","cited_by_count":1012,"is_retracted":false,
"open_access":{"is_oa":true,"oa_status":"gold","oa_url":"https://peerj.com/articles/4375.pdf"},
"primary_location":{"is_oa":true,"landing_page_url":"https://doi.org/10.7717/peerj.4375",
"pdf_url":"https://peerj.com/articles/4375.pdf","license":"cc-by","version":"publishedVersion",
"source":{"display_name":"PeerJ","type":"journal","is_oa":true,"is_in_doaj":true,
"host_organization_name":"PeerJ, Inc."}},
"locations":[{"is_oa":true,"landing_page_url":"https://doi.org/10.7717/peerj.4375","pdf_url":null,"license":"cc-by",
"version":"publishedVersion","source":{"display_name":"PeerJ","type":"journal"}},
{"is_oa":true,"landing_page_url":"https://www.ncbi.nlm.nih.gov/pmc/articles/5815332","pdf_url":null,"license":null,
"version":"publishedVersion","source":{"display_name":"PubMed Central","type":"repository"}},
{"is_oa":false,"landing_page_url":"https://pubmed.ncbi.nlm.nih.gov/29456894","pdf_url":null,"license":null,
"version":null,"source":{"display_name":"PubMed","type":"repository"}}],
"authorships":[{"author":{"display_name":"Heather Piwowar","orcid":null}},
{"author":{"display_name":"Jason Priem","orcid":"https://orcid.org/0000-0001-6187-6610"}}],
"updated_date":"2026-11-10T01:13:25.745995"}`

const registered = `{"status":"ok","message-type":"work","message":{"DOI":"10.7717/peerj.4375","type":"journal-article",
"title":["The state of OA: a large-scale analysis of the prevalence and impact of Open Access articles"],
"container-title":["PeerJ"],"publisher":"PeerJ","issued":{"date-parts":[[2018,2,13]]},
"license":[{"URL":"http://creativecommons.org/licenses/by/4.0/","content-version":"unspecified",
"start":{"date-parts":[[2018,2,13]],"date-time":"2018-02-13T00:00:00Z","timestamp":1518480000000}}],
"author":[{"given":"Heather","family":"Piwowar","sequence":"first","affiliation":[]},
{"ORCID":"http://orcid.org/0000-0001-6187-6610","given":"Jason","family":"Priem","affiliation":[]}],
"is-referenced-by-count":801,"indexed":{"date-parts":[[2026,11,12]],"date-time":"2026-11-12T08:00:00Z"}}}`
