package upstream

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

type grade string

func (grade) Words() []string { return []string{"Class I", "Class II"} }

type recall struct {
	ID     string           `json:"id"`
	Class  grade            `json:"classification"`
	Deaths *int             `json:"deaths"`
	Weight decimal.Decimal  `json:"weight"`
	Share  *decimal.Decimal `json:"share,omitempty"`
	Note   string           `json:"note,omitempty"`
	Parts  []recall         `json:"parts,omitempty"`
}

type recalls struct {
	Total  int `json:"total"`
	Stated []struct {
		Memo string `json:"memo" contract:"nullable"`
	} `json:"stated,omitempty"`
	Results []recall           `json:"results"`
	ByName  map[string]*recall `json:"by_name,omitempty"`
	Extra   any                `json:"extra,omitempty"`
}

func TestAnswerIsHeldToItsType(t *testing.T) {
	const row = `{"id":"a","classification":"Class I","deaths":null,"weight":"1.5"}`
	for _, c := range []struct {
		why, body, want string // want is the drift, "" for an answer that keeps the contract
	}{
		{"whole", `{"total":1,"results":[` + row + `]}`, ""},
		{"optional members may be null", `{"total":1,"results":[],"by_name":null,"extra":null}`, ""},
		{"unknown members are passed over", `{"total":1,"x":{"a":["}",1,{"b":"\\"}]},"results":[]}`, ""},
		{"a byte order mark", "\xef\xbb\xbf" + `{"total":1,"results":[]}`, ""},
		{"blanks", " {\n \"total\" : 1 ,\t\"results\" : [ ] } \n", ""},
		{"letters of another case, as encoding/json reads them", `{"Total":1,"RESULTS":[]}`, ""},
		{"an escaped name", `{"t\u006ftal":1,"results":[]}`, ""},
		{"a pointer may be null", `{"total":1,"results":[],"by_name":{"a":null}}`, ""},
		{"a type that holds itself", `{"total":1,"results":[{"id":"a","classification":"Class II","deaths":1,"weight":2,"parts":[` + row + `]}]}`, ""},

		{"a number of no size", `{"total":9.9e99,"results":[]}`, "total is one of no real size instead of a number"},
		{"the largest number", `{"total":1.157e77,"results":[],"extra":-1E-7}`, ""},
		{"null where it is declared", `{"total":1,"results":[],"stated":[{"memo":null},{"memo":"X"}]}`, ""},

		{"what may be null is there all the same", `{"total":1,"results":[],"stated":[{"code":"X"}]}`,
			"stated[].memo is nothing instead of a text"},
		{"what may be null is no number", `{"total":1,"results":[],"stated":[{"memo":1}]}`,
			"stated[].memo is a number instead of a text"},
		{"a member is renamed", `{"totalHits":1,"results":[]}`, "total is nothing instead of a number"},
		{"a list is renamed", `{"total":1,"rows":[]}`, "results is nothing instead of a list"},
		{"a list is null", `{"total":1,"results":null}`, "results is null instead of a list"},
		{"a count is null", `{"total":null,"results":[]}`, "total is null instead of a number"},
		{"a count is a text", `{"total":"1","results":[]}`, "total is a text instead of a number"},
		{"a list is an object", `{"total":1,"results":{}}`, "results is an object instead of a list"},
		{"a member of a row is renamed", `{"total":1,"results":[` + row + `,{"id":"b","class":"x","deaths":0,"weight":1}]}`,
			"results[].classification is nothing instead of a text"},
		{"a word that is not of the set", `{"total":1,"results":[{"id":"b","classification":"Class 1","deaths":0,"weight":1}]}`,
			"results[].classification is another word instead of one of its words"},
		{"a pointer is there all the same", `{"total":1,"results":[{"id":"b","classification":"Class I","weight":1}]}`,
			"results[].deaths is nothing instead of a number"},
		{"an amount that would be zero", `{"total":1,"results":[{"id":"b","classification":"Class I","deaths":0,"weight":null}]}`,
			"results[].weight is null instead of a value"},
		{"within a map", `{"total":1,"results":[],"by_name":{"a":{"id":"b"}}}`,
			"by_name.*.classification is nothing instead of a text"},
		{"a list in place of it all", `[]`, "the answer is a list instead of an object"},
		{"null in place of it all", `null`, "the answer is null instead of an object"},
		{"an empty object", `{}`, "total is nothing instead of a number"},
		{"cut off", `{"total":1,"results":[` + row, "not JSON"},
		{"cut within a text", `{"total":1,"results":[{"id":"a`, "not JSON"},
		{"cut after an escape", `{"total":1,"results":[{"id":"a\"`, "not JSON"},
		{"a page", `<!DOCTYPE html><html></html>`, "not JSON"},
		{"more after the end", `{"total":1,"results":[]} {}`, "not JSON"},
		{"nothing", ``, "not JSON"},
	} {
		t.Run(c.why, func(t *testing.T) {
			var v recalls
			_, err := contractOf(&v).check(unmarked([]byte(c.body)), nil, time.Time{})
			if got := fmt.Sprint(err); got != c.want && (c.want != "" || err != nil) {
				t.Errorf("%s, want %q", got, c.want)
			}
		})
	}
}

func TestAnswerThatBreaksItsContractIsABadResponse(t *testing.T) {
	body := `{"totalHits":1,"results":[]}`
	c := client(t, Provider{Retries: -1}, nil, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) })

	var v recalls
	_, err := c.Get("/x").JSON(t.Context(), &v)

	var drift *Drift
	if !errors.Is(err, BadResponse) || !errors.As(err, &drift) || drift.Member != "total" {
		t.Fatalf("%v", err)
	}
	body = `{"total":1,"results":[]}`
	if _, err := c.Get("/x").JSON(t.Context(), &v); err != nil || v.Total != 1 {
		t.Errorf("a bad answer was remembered: %v", err)
	}
}

type tallied struct {
	Total int   `json:"total"`
	Rows  []int `json:"rows"`
}

func (c *tallied) Hold() error {
	if len(c.Rows) < c.Total {
		return Lacks("rows")
	}
	return nil
}

func TestAnswerThatDoesNotHoldIsForgotten(t *testing.T) {
	body := `{"total":3,"rows":[]}`
	c := client(t, Provider{Retries: -1}, nil, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) })

	var v tallied
	_, err := c.Get("/x").JSON(t.Context(), &v)
	var drift *Drift
	if !errors.Is(err, BadResponse) || !errors.As(err, &drift) || drift.Member != "rows" {
		t.Fatalf("%v", err)
	}

	body = `{"total":3,"rows":[1,2,3]}`
	if _, err := c.Get("/x").JSON(t.Context(), &v); err != nil || len(v.Rows) != 3 {
		t.Errorf("it was remembered: %v", err)
	}
}

func TestNoRecordIsOnlyWhatTheProviderSays(t *testing.T) {
	const page = "<!DOCTYPE html><title>404</title> no such record"
	for _, c := range []struct {
		why        string
		status     int
		kind, body string
		says       func(*Response) bool
		want       Kind
	}{
		{"its word", 404, "application/json", `{"error":"No such record"}`, Says("no such record"), NotFound},
		{"another status of its own", 400, "application/json", `{"code":17}`, Says(`"code":17`), NotFound},
		{"other words", 404, "application/json", `{"error":"no route"}`, Says("no such record"), BadResponse},
		{"a bare status where that is the word", 404, "", "", BareStatus, NotFound},
		{"a bare status where it is not declared", 404, "", "", nil, BadResponse},
		{"gone, not declared", 410, "", "", nil, BadResponse},
		{"a page, whatever it says", 404, "text/html; charset=utf-8", page, Says("no such record"), BadResponse},
		{"a page without its type", 404, "text/plain", "\n " + page, BareStatus, BadResponse},
		{"a refusal stays what it is", 429, "application/json", `{}`, Says("no such record"), RateLimited},
	} {
		t.Run(c.why, func(t *testing.T) {
			p := Provider{Retries: -1}
			client := client(t, p, nil, func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{c.kind}
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			})

			request := client.Get("/x")
			if c.says != nil {
				request.NoRecord(c.status, c.says)
			}
			if _, err := request.Do(t.Context()); KindOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestRefusalIsReadBeforeTheContract(t *testing.T) {
	refused := func(resp *Response) error {
		if strings.Contains(string(resp.Body), `"code":429`) {
			return RateLimited.Errorf("used up")
		}
		return nil
	}
	for _, c := range []struct {
		why, body string
		want      Kind
	}{
		{"a refusal inside HTTP 200", `{"error":{"code":429}}`, RateLimited},
		{"another error, which breaks the contract", `{"error":{"code":17}}`, BadResponse},
		{"an answer", `{"total":1,"results":[]}`, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			client := client(t, Provider{Retries: -1}, nil, text(c.body))

			var v recalls
			if _, err := client.Get("/x").Refusal(refused).JSON(t.Context(), &v); KindOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// The walk stands in place of json.Valid: beside it, on a body of many rows.
func BenchmarkContract(b *testing.B) {
	row := `{"id":"a","classification":"Class I","deaths":null,"weight":1.5,"note":"` + strings.Repeat(
		"text ",
		20,
	) + `","other":{"a":[1,2,3]}}`
	body := []byte(`{"total":1,"results":[` + strings.Repeat(row+",", 5000) + row + `]}`)
	b.Run("walk", func(b *testing.B) {
		var v recalls
		for b.Loop() {
			if _, err := contractOf(&v).check(body, nil, time.Time{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("valid", func(b *testing.B) {
		for b.Loop() {
			if !json.Valid(body) {
				b.Fatal("not JSON")
			}
		}
	})
}
