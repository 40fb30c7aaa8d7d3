package scholar

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/scholar/scholartest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var withMail = map[string]string{"UNPAYWALL_EMAIL": "ops@farebox.example"}

func now() time.Time { return scholartest.Now }

var engine = sync.OnceValue(names.New)

var service = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	h := New(world.Pool(t, env, upstreamtest.At(now)), engine(), now)
	return handlertest.New(t, "scholar", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, withMail, scholartest.Answers()...))
}

const openAlexDOI = scholartest.OpenAlex + "/works/doi:"

func sample(t testing.TB, url, name string) upstreamtest.Answer {
	t.Helper()
	return upstreamtest.Answer{
		URL:  url,
		Body: string(samples.Read(t, name)),
	}
}

func down(url string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:    url,
		Status: http.StatusServiceUnavailable,
		Body:   "<html>down</html>",
	}
}

func TestRecordedWorks(t *testing.T) {
	const (
		bronze = "10.1016%2Fj.tmaid.2020.101663"
		closed = "10.1007%2Fs00401-002-0654-1"
		plos   = "10.1371%2Fjournal.pone.0033693"
	)
	s, _ := service(t, withMail,
		sample(t, scholartest.Unpaywall+bronze, "unpaywall/oa_doi.json"),
		sample(t, openAlexDOI+closed, "openalex/work.json"),
		sample(t, scholartest.Crossref+plos, "crossref/works_10.1371_journal.pone.0033693.json"),
		upstreamtest.Answer{
			URL:    scholartest.Crossref + "10.9999%2Fzzzz9999",
			Status: http.StatusNotFound,
			Type:   "text/plain",
			Body:   string(samples.Read(t, "crossref/works_404.txt")),
		},
		down(scholartest.Unpaywall+closed), notAtUnpaywall(plos), notAtUnpaywall("10.9999%2Fzzzz9999"),
		down(openAlexDOI+bronze), noRecord("/works?filter=doi:10.1371/journal.pone.0033693"),
		noRecord("/works?filter=doi:10.9999/zzzz9999"),
		down(scholartest.Crossref+bronze), down(scholartest.Crossref+closed),
	)

	t.Run("by Unpaywall", func(t *testing.T) {
		_, got := s.Get("/scholar/oa", "doi", "https://doi.org/10.1016/J.TMAID.2020.101663")
		handlertest.Holds(t, got, map[string]any{
			"doi":                       "10.1016/j.tmaid.2020.101663",
			"journal":                   "Travel Medicine and Infectious Disease",
			"year":                      2020,
			"is_oa":                     true,
			"oa_status":                 "bronze",
			"oa_source":                 "unpaywall",
			"sources_agree":             nil,
			"best_location.url":         "https://doi.org/10.1016/j.tmaid.2020.101663",
			"best_location.landing_url": "https://doi.org/10.1016/j.tmaid.2020.101663",
			"best_location.pdf_url":     nil,
			"best_location.host_type":   "publisher",
			"best_location.version":     "publishedVersion",
			"license":                   nil,
			"locations.1.host_type":     "repository",
			"locations.2":               nil,
			"journal_is_oa":             false,
			"in_doaj":                   false,
			"authors_total":             29,
			"authors.0.name":            "Philippe Gautret",
			"is_retracted":              nil,
			"partial":                   true,
		})
	})

	t.Run("by OpenAlex", func(t *testing.T) {
		_, got := s.Get("/scholar/oa", "doi", "10.1007/s00401-002-0654-1")
		handlertest.Holds(t, got, map[string]any{
			"title": "Clinical, morphological and immunological evaluation of six patients " +
				"with dysferlin deficiency",
			"journal":       "Acta Neuropathologica",
			"year":          2003,
			"is_oa":         false,
			"oa_status":     "closed",
			"oa_source":     "openalex",
			"best_location": nil,
			"is_retracted":  false,
			"partial":       true,
			"notes.0":       "Unpaywall did not answer; that no free copy is known is what OpenAlex says alone",
			"notes.1":       "one of the two sources that know retractions did not answer",
		})
	})

	t.Run("by Crossref", func(t *testing.T) {
		_, got := s.Get("/scholar/oa", "doi", "doi:10.1371/journal.pone.0033693")
		handlertest.Holds(t, got, map[string]any{
			"journal":        "PLoS ONE",
			"year":           2012,
			"authors_total":  6,
			"authors.0.name": "Shankar Sadasivan",
			"license":        "http://creativecommons.org/licenses/by/4.0/",
			"license_source": "crossref",
			"is_oa":          nil,
			"oa_status":      nil,
			"is_retracted":   nil,
			"updates.0.type": "correction",
			"updates.0.date": "2012-05-08",
			"partial":        false,
			"notes.0": "Not known: whether there is a free copy. " +
				"The sources that know of such have no record of this DOI",
		})
	})

	t.Run("unknown to all", func(t *testing.T) {
		if status, got := s.Get("/scholar/oa", "doi", "10.9999/zzzz9999"); status != http.StatusNotFound {
			t.Errorf("%d %v", status, got)
		}
	})
}

// noRecord is a list of OpenAlex that counts none, and notAtUnpaywall how Unpaywall says so.
func noRecord(list string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:  scholartest.OpenAlex + list,
		Body: `{"meta":{"count":0},"results":[]}`,
	}
}

func notAtUnpaywall(doi string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:    scholartest.Unpaywall + doi,
		Status: http.StatusNotFound,
		Body:   `{"HTTP_status_code":404,"error":true,"message":"not in Unpaywall"}`,
	}
}

func TestWorkOfWhoseCopiesNobodySpeaksIsNotSold(t *testing.T) {
	answers := scholartest.Answers()
	moved := upstreamtest.Answer{Status: http.StatusNotFound, Type: "text/html", Body: "<html>moved</html>"}
	for why, change := range map[string]func(*upstreamtest.Answer){
		"both down":  func(a *upstreamtest.Answer) { a.Status = http.StatusServiceUnavailable },
		"both moved": func(a *upstreamtest.Answer) { a.Status, a.Type, a.Body = moved.Status, moved.Type, moved.Body },
	} {
		changed := slices.Clone(answers)
		change(&changed[4])
		change(&changed[5])
		s, _ := service(t, withMail, changed...)
		if status, got := s.Get("/scholar/oa", "doi", "10.7717/peerj.4375"); status != http.StatusBadGateway {
			t.Errorf("%s: %d %v", why, status, got)
		}
	}
}

func TestRecordedAuthors(t *testing.T) {
	s, _ := service(t, nil,
		noRecord("/authors?filter=orcid:0009-0009-9999-9996"),
		noRecord("/authors?filter=orcid:0000-0003-1620-1408"),
		sample(t, scholartest.OpenAlex+"/authors/A5132448078", "openalex/author.json"),
		upstreamtest.Answer{URL: scholartest.OpenAlex + "/works", Body: `{"meta":{"count":0},"results":[]}`},
		sample(t, scholartest.ORCID+"0000-0002-9341-7985/person", "orcid/person_0000-0002-9341-7985.json"),
		down(scholartest.ORCID+"0000-0002-9341-7985/employments"),
		down(scholartest.OpenAlex+"/authors/orcid:0000-0002-9341-7985"),
		sample(t, scholartest.ORCID+"0000-0003-1620-1408/person", "orcid/works.json"),
		upstreamtest.Answer{
			URL:    scholartest.ORCID + "0009-0009-9999-9996/person",
			Status: http.StatusNotFound,
			Body:   string(samples.Read(t, "orcid/not_found.json")),
		},
		down(scholartest.OpenAlex+"/authors"),
		sample(t, scholartest.S2+"?query=turing", "semanticscholar/search_author.json"),
	)

	t.Run("OpenAlex", func(t *testing.T) {
		_, got := s.Get("/scholar/author", "openalex_id", "a5132448078")
		handlertest.Holds(t, got, map[string]any{
			"author.name":            "和哉 中込",
			"author.openalex_id":     "A5132448078",
			"author.orcid":           nil,
			"metrics.works_count":    3,
			"metrics.cited_by_count": 0,
			"metrics.h_index":        0,
			"metrics.as_of":          nil,
			"ambiguous":              false,
			"partial":                false,
		})
	})

	t.Run("ORCID without OpenAlex", func(t *testing.T) {
		_, got := s.Get("/scholar/author", "orcid", "0000-0002-9341-7985")
		handlertest.Holds(t, got, map[string]any{
			"author.name":      "Peter Binfield",
			"author.orcid":     "0000-0002-9341-7985",
			"metrics":          nil,
			"affiliations":     nil,
			"by_year":          nil,
			"employments":      nil,
			"top_works":        nil,
			"sources.0.status": "error",
			"partial":          true,
		})
	})

	t.Run("ORCID that OpenAlex does not have", func(t *testing.T) {
		_, got := s.Get("/scholar/author", "orcid", "0000-0003-1620-1408")
		handlertest.Holds(t, got, map[string]any{
			"author.name":      "Thomas Johnson",
			"metrics":          nil,
			"sources.0.status": "empty",
			"warnings.0":       "there are no counts: OpenAlex gave no record with this ORCID iD",
		})
	})

	t.Run("unknown to both", func(t *testing.T) {
		if status, got := s.Get("/scholar/author", "orcid", "0009-0009-9999-9996"); status != http.StatusNotFound {
			t.Errorf("%d %v", status, got)
		}
	})

	t.Run("Semantic Scholar", func(t *testing.T) {
		_, got := s.Get("/scholar/author", "name", "turing")
		handlertest.Holds(t, got, map[string]any{
			"author.name":        "A. Turing",
			"author.s2_id":       "2262347",
			"candidates.1.name":  "J. Turing",
			"candidates.1.s2_id": "147168046",
			"ambiguous":          true,
			"metrics":            nil,
			"sources.0.status":   "error",
			"partial":            true,
		})
	})
}

// found is an author as the search of OpenAlex gives one, record the whole of it.
func found(number int, name string) string {
	return fmt.Sprintf(`{"id":"https://openalex.org/A%d","display_name":%q,"works_count":9}`, number, name)
}

func record(number int, name, orcid, institution string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL: fmt.Sprintf("%s/authors/A%d", scholartest.OpenAlex, number),
		Body: fmt.Sprintf(`{"id":"https://openalex.org/A%d","display_name":%q,"orcid":%s,"works_count":9,
"cited_by_count":70,"summary_stats":{"h_index":5,"i10_index":2,"2yr_mean_citedness":0.5},
"display_name_alternatives":[],"last_known_institutions":[{"id":"https://openalex.org/I1","display_name":%q,"ror":null,
"country_code":"DE"}],"affiliations":[],"topics":[],"counts_by_year":[]}`, number, name, orcid, institution),
	}
}

func search(total int, list ...string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:  scholartest.OpenAlex + "/authors?per_page=10&select=id,display_name,works_count",
		Body: fmt.Sprintf(`{"meta":{"count":%d},"results":[%s]}`, total, strings.Join(list, ",")),
	}
}

var noWorks = upstreamtest.Answer{URL: scholartest.OpenAlex + "/works", Body: `{"meta":{"count":0},"results":[]}`}

// TestNamesakesAreNotMerged: each record stands for itself with its institution, and whoever only sounds alike is
// left out.
func TestNamesakesAreNotMerged(t *testing.T) {
	s, world := service(t, nil, noWorks,
		search(3, found(51001, "Anna Weber"), found(51002, "Anna Weber"), found(51003, "Annabel Schmidt")),
		record(51001, "Anna Weber", "null", "University of Freiburg"),
		record(51002, "Anna Weber", "null", "Heidelberg University"),
		record(51003, "Annabel Schmidt", "null", "University of Bonn"),
	)
	_, got := s.Get("/scholar/author", "name", "Anna Weber")
	handlertest.Holds(t, got, map[string]any{
		"author.openalex_id":               "A51001",
		"ambiguous":                        true,
		"match_score":                      100,
		"metrics.works_count":              9,
		"count":                            2,
		"total":                            3,
		"truncated":                        false,
		"candidates.0.institutions.0.name": "University of Freiburg",
		"candidates.1.institutions.0.name": "Heidelberg University",
		"candidates.1.institutions.0.country_name": "Germany",
		"candidates.2":     nil,
		"sources.1.status": "skipped",
		"partial":          false,
	})
	if asked := world.Asked(); len(asked) != 5 { // the search, three records, the works
		t.Errorf("%d requests: %q", len(asked), asked)
	}
}

// TestTheNameItselfGoesBeforeOnesLikeIt: the source ranks by how well known somebody is.
func TestTheNameItselfGoesBeforeOnesLikeIt(t *testing.T) {
	for _, list := range [][]string{
		{found(51001, "John Smith"), found(51002, "Jon Smith")},
		{found(51002, "Jon Smith"), found(51001, "John Smith")},
	} {
		s, _ := service(t, nil, noWorks, search(2, list...),
			record(51001, "John Smith", "null", "University of Freiburg"),
			record(51002, "Jon Smith", "null", "Heidelberg University"))
		_, got := s.Get("/scholar/author", "name", "Jon Smith")
		handlertest.Holds(t, got, map[string]any{"author.openalex_id": "A51002", "match_score": 100, "ambiguous": true})
	}
}

func TestNameThatNobodyHas(t *testing.T) {
	t.Run("only alike", func(t *testing.T) {
		s, _ := service(t, nil, search(1, found(51003, "Annabel Schmidt")),
			record(51003, "Annabel Schmidt", "null", "University of Bonn"),
			upstreamtest.Answer{
				URL:  scholartest.S2,
				Body: `{"total":1,"offset":0,"data":[{"authorId":"1","name":"W. Anna"}]}`,
			})
		if status, got := s.Get("/scholar/author", "name", "Anna Weber"); status != http.StatusNotFound {
			t.Errorf("%d %v", status, got)
		}
	})
	t.Run("the second source is down", func(t *testing.T) {
		s, _ := service(t, nil, search(0), down(scholartest.S2))
		if status, got := s.Get("/scholar/author", "name", "Anna Weber"); status != http.StatusBadGateway {
			t.Errorf("%d %v", status, got)
		}
	})
	t.Run("the records are down", func(t *testing.T) {
		s, _ := service(t, nil, search(1, found(51003, "Annabel Schmidt")),
			down(scholartest.OpenAlex+"/authors/A51003"))
		if status, got := s.Get("/scholar/author", "name", "Anna Weber"); status != http.StatusBadGateway {
			t.Errorf("%d %v", status, got)
		}
	})
}

func TestOneOfMoreThanWereLookedAtIsAmbiguous(t *testing.T) {
	s, _ := service(t, nil, noWorks, search(40, found(51001, "Anna Weber")),
		record(51001, "Anna Weber", `"https://orcid.org/0000-0002-1825-0097"`, "University of Freiburg"),
		down(scholartest.ORCID+"0000-0002-1825-0097/person"),
		upstreamtest.Answer{
			URL:  scholartest.ORCID + "0000-0002-1825-0097/employments",
			Body: `{"affiliation-group":[]}`,
		})
	_, got := s.Get("/scholar/author", "name", "Anna Weber")
	handlertest.Holds(t, got, map[string]any{
		"author.orcid": "0000-0002-1825-0097",
		"ambiguous":    true,
		"truncated":    true,
		"employments":  "[]",
		"profile":      nil,
		"partial":      true,
	})
}

// TestRecordOfAnother: OpenAlex puts another person's works under an ORCID iD at times.
func TestRecordOfAnother(t *testing.T) {
	answers := scholartest.Answers()
	answers[0].Body = strings.ReplaceAll(answers[0].Body, "J. Priem", "L. Zhang")
	answers[0].Body = strings.ReplaceAll(answers[0].Body, "Jason Priem", "Lei Zhang")
	s, _ := service(t, nil, answers...)
	_, got := s.Get("/scholar/author", "orcid", scholartest.Researcher)
	handlertest.Holds(t, got, map[string]any{
		"author.name": "Jason Priem",
		"warnings.0":  "ORCID names Jason Priem, the OpenAlex record Lei Zhang: the record may be of another person",
	})

	answers[0].Body = strings.ReplaceAll(answers[0].Body, scholartest.Researcher, "0000-0002-1825-0097")
	s, _ = service(t, nil, answers...)
	_, got = s.Get("/scholar/author", "orcid", scholartest.Researcher)
	handlertest.Holds(t, got, map[string]any{
		"metrics":          nil,
		"sources.0.status": "error",
		"partial":          true,
	})
}

func TestRetractedWorkIsTold(t *testing.T) {
	const doi = "10.1016%2Fs0140-6736%2897%2911096-0"
	crossref := `{"message":{"DOI":"10.1016/S0140-6736(97)11096-0","title":["A <i>title</i>"],"type":"journal-article",
"issued":{"date-parts":[[1998,2]]},"is-referenced-by-count":5,"author":[],"license":[{"URL":"https://www.elsevier.com/tdm/userlicense/1.0/",
"content-version":"tdm","start":{"date-parts":[[1998,2,1]]}}],"updated-by":[{"DOI":"10.1016/S0140-6736(10)60175-4",
"type":"retraction","source":"retraction-watch","updated":{"date-parts":[[2010,2]]}}]}}`
	openAlex := `{"id":"https://openalex.org/W1","doi":"https://doi.org/10.1016/s0140-6736(97)11096-0",
"title":"A title","cited_by_count":5,"is_retracted":false,"locations":[],"open_access":{"is_oa":false,"oa_status":"closed"}}`
	s, _ := service(t, nil,
		upstreamtest.Answer{URL: scholartest.Crossref + doi, Body: crossref},
		upstreamtest.Answer{URL: openAlexDOI + doi, Body: openAlex},
	)
	_, got := s.Get("/scholar/oa", "doi", "https://dx.doi.org/10.1016/S0140-6736(97)11096-0?utm=1")
	handlertest.Holds(t, got, map[string]any{
		"title":                "A title",
		"is_retracted":         true,
		"retraction_sources.0": "crossref",
		"retraction_sources.1": nil,
		"updates.0.date":       "2010-02",
		"published_date":       nil,
		"year":                 1998,
		"license":              nil,
		"is_oa":                false,
		"sources.0.status":     "not_configured",
		"notes.0":              "Unpaywall did not answer; that no free copy is known is what OpenAlex says alone",
		"notes.1":              "this work was retracted or withdrawn, according to crossref",
		"partial":              false,
	})
}

// TestATitleThatSaysRetractedIsBelieved: publishers change it at one source before the others.
func TestATitleThatSaysRetractedIsBelieved(t *testing.T) {
	for i, prefix := range map[int]string{4: "RETRACTED: ", 5: "Withdrawn: ", 6: "<b>Retracted Article</b>: "} {
		answers := scholartest.Answers()
		answers[i].Body = strings.Replace(answers[i].Body, "The state of OA", prefix+"The state of OA", 1)
		s, _ := service(t, withMail, answers...)
		_, got := s.Get("/scholar/oa", "doi", "10.7717/peerj.4375")
		handlertest.Holds(t, got, map[string]any{
			"is_retracted":         true,
			"retraction_sources.0": "title",
			"notes.0":              "this work was retracted or withdrawn, according to title",
		})
	}
}

// TestDoubtsAreNoRetraction: an answer reports what falls short of a retraction, without calling it one.
func TestDoubtsAreNoRetraction(t *testing.T) {
	answers := scholartest.Answers()
	answers[6].Body = strings.Replace(answers[6].Body, `"is-referenced-by-count":801,`,
		`"is-referenced-by-count":801,"updated-by":[{"DOI":"10.1/a","type":"partial_retraction"},`+
			`{"DOI":"10.1/b","type":"Expression of Concern"}],`, 1)
	s, _ := service(t, withMail, answers...)
	_, got := s.Get("/scholar/oa", "doi", "10.7717/peerj.4375")
	handlertest.Holds(t, got, map[string]any{
		"is_retracted":         false,
		"updates.1.type":       "expression_of_concern",
		"notes.0":              "a part of this work was retracted",
		"notes.1":              "an expression of concern about this work was published",
		"cited_by.0.source":    "crossref",
		"retraction_sources.0": nil,
	})
}

func TestSourcesThatDisagree(t *testing.T) {
	answers := scholartest.Answers()
	answers[4].Body = `{"doi":"10.7717/peerj.4375","is_oa":false,"oa_status":"closed","best_oa_location":null,
"oa_locations":[]}`
	s, _ := service(t, withMail, answers...)
	_, got := s.Get("/scholar/oa", "doi", "10.7717/peerj.4375")
	handlertest.Holds(t, got, map[string]any{
		"is_oa":                  true,
		"oa_source":              "openalex",
		"oa_status":              "gold",
		"sources_agree":          false,
		"best_location.found_by": "openalex",
		"notes.0":                "Unpaywall and OpenAlex disagree; a copy that one of them knows is shown",
	})
}

// TestVersionsAreNotMixed: OpenAlex answers the DOI of a preprint with the article that it was merged into.
func TestVersionsAreNotMixed(t *testing.T) {
	answers := scholartest.Answers()
	answers[5].Body = strings.Replace(answers[5].Body, "doi.org/10.7717/peerj.4375", "doi.org/10.1000/other", 1)
	s, _ := service(t, withMail, answers...)
	_, got := s.Get("/scholar/oa", "doi", "10.7717/peerj.4375")
	handlertest.Holds(t, got, map[string]any{
		"sources.1.status": "empty",
		"sources_agree":    nil,
		"is_oa":            true,
		"partial":          false,
	})
}

func TestDOIsAreReadAsWritten(t *testing.T) {
	cases := []struct{ text, want, why string }{
		{"10.7717/PeerJ.4375", "10.7717/peerj.4375", "upper case"},
		{" doi: 10.7717/peerj.4375 ", "10.7717/peerj.4375", "with its prefix"},
		{"DOI:10.7717/peerj.4375", "10.7717/peerj.4375", "with its prefix"},
		{"urn:doi:10.7717/peerj.4375", "10.7717/peerj.4375", "a URN"},
		{"https://doi.org/10.7717/peerj.4375", "10.7717/peerj.4375", "an address"},
		{"HTTP://DX.DOI.ORG/10.7717%2Fpeerj.4375?x=1#y", "10.7717/peerj.4375", "an old address"},
		{"doi.org/10.7717/peerj.4375", "10.7717/peerj.4375", "an address without its scheme"},
		{"10.1002/(SICI)1099-1409(199908/10)3:6/7<672::AID-JPP192>3.0.CO;2-8",
			"10.1002/(sici)1099-1409(199908/10)3:6/7<672::aid-jpp192>3.0.co;2-8", "an old DOI"},
		{"10.1000.10/123", "10.1000.10/123", "a registrant with a part"},
		{"", "", "nothing"},
		{"10.7717", "", "no name"},
		{"10.7717/", "", "an empty name"},
		{"11.7717/x", "", "no DOI"},
		{"10.77/x", "", "a short registrant"},
		{"10.7717/a b", "", "a blank"},
		{"10.7717/a\nb", "", "a line feed"},
		{"https://example.com/10.7717/peerj.4375", "", "an address elsewhere"},
		{"10.7717/" + strings.Repeat("x", 300), "", "too long"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			got, err := readDOI(c.text)
			if got != c.want || (err == nil) != (c.want != "") {
				t.Errorf("%q, %v; want %q (%s)", got, err, c.want, c.why)
			}
		})
	}
}

// TestSearchHasNoOperators: what a caller writes is words to the sources, whatever it holds.
func TestSearchHasNoOperators(t *testing.T) {
	for text, want := range map[string]string{
		`Weber OR "Schmidt"`:      "weber or schmidt",
		"Weber), author.id:A1|A2": "weber author.id a1 a2",
		"-Weber \\ \n !x":         "weber x",
		"Jean-Paul O'Neil":        "jean-paul o'neil",
		"Владимир Я.":             "владимир я.",
		"*?~^":                    "",
	} {
		if got := searchWords(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestFailuresOfASource: what one source says cannot be told from the others, and is not sold as a finding.
func TestFailuresOfASource(t *testing.T) {
	cases := []struct {
		name   string
		status int
		body   string
		want   string // of the source
	}{
		{"not there", 404, `{"error":true,"HTTP_status_code":404,"message":"'x' isn't in Unpaywall."}`, "empty"},
		{"mail refused", 422, `{"error":true,"HTTP_status_code":422,"message":"Please use your own mail"}`, "error"},
		{"another", 200, `{"doi":"10.7717/peerj.1","is_oa":false}`, "error"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			answers := scholartest.Answers()
			answers[4].Status = c.status
			answers[4].Body = c.body
			s, _ := service(t, withMail, answers...)
			_, got := s.Get("/scholar/oa", "doi", "10.7717/peerj.4375")
			handlertest.Holds(t, got, map[string]any{
				"sources.0.status": c.want,
				"oa_source":        "openalex",
				"partial":          c.want != "empty",
			})
		})
	}

	t.Run("all down", func(t *testing.T) {
		s, _ := service(t, withMail, down(scholartest.Unpaywall+scholartest.Article),
			down(openAlexDOI+scholartest.Article), down(scholartest.Crossref+scholartest.Article))
		if status, got := s.Get("/scholar/oa", "doi", "10.7717/peerj.4375"); status != http.StatusBadGateway {
			t.Errorf("%d %v", status, got)
		}
	})
	t.Run("one down, the others without it", func(t *testing.T) {
		s, _ := service(t, withMail, down(scholartest.Unpaywall+scholartest.Article),
			upstreamtest.Answer{URL: openAlexDOI + "x", Body: "{}"},
			upstreamtest.Answer{URL: scholartest.Crossref + "x", Body: "{}"})
		if status, got := s.Get("/scholar/oa", "doi", "10.7717/peerj.4375"); status != http.StatusBadGateway {
			t.Errorf("%d %v", status, got)
		}
	})
}

// TestOpenAlexBudget: the refusals of its gateway.
func TestOpenAlexBudget(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		want   int
	}{
		{429, `{"error":"Rate limit exceeded","message":"Insufficient budget","retryAfter":3600}`, 503},
		{401, `{"error":"Invalid or missing API key","message":"x"}`, 503},
		{504, `{"error":"Gateway timeout"}`, 502},
		{200, `{"meta":{"count":1}}`, 502},
	} {
		s, _ := service(t, map[string]string{"OPENALEX_API_KEY": "key"},
			upstreamtest.Answer{
				URL:    scholartest.OpenAlex + "/authors",
				Status: c.status,
				Body:   c.body,
			},
			down(scholartest.S2))
		if status, got := s.Get("/scholar/author", "name", "Anna Weber"); status != c.want {
			t.Errorf("%d gives %d, want %d: %v", c.status, status, c.want, got)
		}
	}
}

// TestAnIndexCountsWorks: an author of 9 works has no h-index of 10.
func TestAnIndexCountsWorks(t *testing.T) {
	for index, want := range map[string]any{"9": 9, "10": nil} {
		one := record(51001, "Anna Weber", "null", "University of Freiburg")
		one.Body = strings.Replace(one.Body, `"h_index":5`, `"h_index":`+index, 1)
		s, _ := service(t, nil, noWorks, one)
		_, answer := s.Get("/scholar/author", "openalex_id", "A51001")
		handlertest.Holds(t, answer, map[string]any{"metrics.h_index": want})
	}
}
