package intake

import (
	"crypto/rand"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
)

const inputDoc = `
openapi: 3.0.3
info: {title: t, version: "1"}
tags: [{name: demo}]
paths:
  /get:
    get:
      operationId: demoGet
      tags: [demo]
      parameters:
        - name: list
          in: query
          explode: false
          schema: {type: array, maxItems: 3, items: {type: string, enum: [a, b, c, d]}}
        - {name: count, in: query, schema: {type: integer, minimum: 1, maximum: 9, default: 5}}
        - {name: rate, in: query, schema: {type: number}}
        - {name: flag, in: query, schema: {type: boolean}}
        - {name: X-Locale, in: header, schema: {type: string, default: en}}
        - {name: X-Request-ID, in: header, schema: {type: string}}
        - {name: K, in: query, schema: {type: number}}
        - {name: block, in: query, schema: {type: integer, maximum: 9007199254740991}, example: 24000000}
        - {name: scale, in: query, schema: {type: integer, enum: [1000, 1000000]}}
        - name: code
          in: query
          description: A tariff code.
          schema: {type: string, minLength: 8}
          example: 8471.30.01
        - {name: text, in: query, required: true, allowEmptyValue: true, schema: {type: string, maxLength: 5}}
        - {name: name, in: query, schema: {type: string, maxLength: 20}}
        - {name: account, in: query, schema: {type: string, pattern: '^0x[0-9a-fA-F]{2}$'}}
        - {name: word, in: query, schema: {type: string, enum: [x, y]}}
        - {name: pair, in: query, schema: {type: string, enum: [aB, Ab]}}
        - {name: nation, in: query, schema: {type: string, format: country, maxLength: 60}}
        - {name: day, in: query, schema: {type: string, format: date}}
        - {name: chain, in: query, schema: {type: string, format: network, enum: [base, bnb]}}
        - {name: state, in: query, schema: {type: string, format: us-state, maxLength: 40}}
        - {name: tags, in: query, explode: false, schema: {type: array}}
        - name: land
          in: query
          description: A country by its two letters.
          schema: {type: string, pattern: '^[A-Z]{2}$'}
          example: DE
      responses: {'200': {description: ok}}
  /post:
    post:
      operationId: demoPost
      tags: [demo]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              required: [data]
              properties:
                data: {type: string, maxLength: 4}
                nested: {type: object, properties: {n: {type: integer, maximum: 3}}}
                code: {type: string, description: Two capitals., pattern: '^[A-Z]{2}$'}
                either: {anyOf: [{type: string, maxLength: 2}, {type: object, properties: {n: {type: integer}}}]}
                numbers:
                  type: array
                  items:
                    anyOf:
                      - {type: number, maximum: 9}
                      - {type: string, maxLength: 5, pattern: '^[0-9]+$'}
                    description: A number, or the same number as text.
                one: {oneOf: [{type: integer, enum: [0, 1]}, {type: string, enum: [pending]}]}
                maybe: {type: string, nullable: true, maxLength: 2}
      responses: {'200': {description: ok}}
`

func demoOperation(t *testing.T, method, path string) *spec.Operation {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(inputDoc))
	if err != nil {
		t.Fatal(err)
	}
	text, err := doc.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	s, err := spec.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	op, _ := s.Lookup(method, path)
	return op
}

// TestQueryIsBroughtToOneSpelling gives what the handler's binder sees.
func TestQueryIsBroughtToOneSpelling(t *testing.T) {
	t.Parallel()
	op := demoOperation(t, "GET", "/get")
	for _, c := range []struct{ why, query, want string }{
		{"defaults are filled in", "text=a", "count=5&text=a"},
		{"lists are taken in both forms, and mixed", "text=a&list=a,b&list=c&count=1", "count=1&list=a%2Cb%2Cc&text=a"},
		{"blank items are nothing", "text=a&list=,&count=1", "count=1&text=a"},
		{"tracking parameters are ignored", "text=a&utm_source=x&_=123&count=1", "count=1&text=a"},
		{"booleans have many spellings", "text=a&flag=YES&count=1", "count=1&flag=true&text=a"},
		{"another case of a name is that name", "text=a&k=2.5&count=1", "K=2.5&count=1&text=a"},
		{"the empty string is a value where the spec allows it", "text=&count=1", "count=1&text="},
		{"an empty optional is not given", "text=a&word=&rate=&count=", "count=5&text=a"},
		{"of a text of which the empty one is a value all counts", "text=%20%EF%BD%81&count=1%EF%BB%BF",
			"count=1&text=+%EF%BD%81"},
		{"what nobody sees at the ends of a text is dropped", "text=a&name=%E2%80%AAa%20b%E2%80%AC%20&count=1",
			"count=1&name=a+b&text=a"},
		{"any blank is a space", "text=a&name=a%C2%A0b%09c&count=1", "count=1&name=a+b+c&text=a"},
		{"full-width characters are those of a plain keyboard",
			"text=a&name=%EF%BC%A4%EF%BC%A5%EF%BC%98%EF%BC%99&count=%EF%BC%91", "count=1&name=DE89&text=a"},
		{"an accent stands on its letter", "text=a&name=Ko%CC%88ln&count=1", "count=1&name=K%C3%B6ln&text=a"},
		{"a URL keeps its characters", "text=a&name=%20http://x/%EF%BC%A4&count=1",
			"count=1&name=http%3A%2F%2Fx%2F%EF%BC%A4&text=a"},
		{"hexadecimal digits in another case", "text=a&account=0XAB&count=1", "account=0xAB&count=1&text=a"},
		{"an item is named once", "text=a&list=b,a,B&count=1", "count=1&list=b%2Ca&text=a"},
		{"a number has one spelling", "text=a&rate=015e-1&K=.50&count=%2B3.0", "K=0.5&count=3&rate=1.5&text=a"},
		{"a listed word in another case is that word", "text=a&count=1&word=Y&list=B", "count=1&list=b&text=a&word=y"},
		{"of two words that differ in their case each is itself", "text=a&count=1&pair=Ab", "count=1&pair=Ab&text=a"},
		{"a country by its name", "text=a&count=1&nation=Germany", "count=1&nation=DE&text=a"},
		{"a state by its code in ISO 3166-2", "text=a&count=1&state=US-CA", "count=1&state=CA&text=a"},
		{"the day of a moment", "text=a&count=1&day=2026-11-29T23:30:00Z", "count=1&day=2026-11-29&text=a"},
		{"as the clock there shows it", "text=a&count=1&day=2026-11-29T00:00:00%2B01:00", "count=1&day=2026-11-29&text=a"},
		{"a network by its id", "text=a&count=1&chain=eip155:8453", "chain=base&count=1&text=a"},
		{"a network by another name", "text=a&count=1&chain=BSC", "chain=bnb&count=1&text=a"},
		{"a plus sign is dropped", "text=a&count=1&rate=%2B1.5", "count=1&rate=1.5&text=a"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/get?"+c.query, nil)
		if err := Validate(r, op); err != nil || r.URL.Query().Encode() != c.want {
			t.Errorf("%s: %q, %v; want %q", c.why, r.URL.Query().Encode(), err, c.want)
		}
	}
}

func TestBadInputNamesTheFieldAndTheRule(t *testing.T) {
	t.Parallel()
	get, post := demoOperation(t, "GET", "/get"), demoOperation(t, "POST", "/post")
	for _, c := range []struct {
		why, query, body, field, detail string
		status                          int
	}{
		{"required", "", "", "text", "required", 400},
		{"enum", "text=a&word=z", "", "word", "x, y", 400},
		{"two words in neither's case", "text=a&pair=AB", "", "pair", "aB, Ab", 400},
		{"no country", "text=a&nation=Atlantis", "", "nation", "such as DE, DEU or Germany", 400},
		{"no state", "text=a&state=DE-BY", "", "state", "US state or territory", 400},
		{"no day", "text=a&day=2026-13-01", "", "day", "form", 400},
		{"a network that is not read", "text=a&chain=eip155:1", "", "chain", "base, bnb", 400},
		{"enum in a list", "text=a&list=a,z", "", "list.1", "a, b, c, d", 400},
		{"too many", "text=a&list=a,b,c,d", "", "list", "at most 3 items", 400},
		{"bound", "text=a&count=10", "", "count", "9", 400},
		{"integer", "text=a&count=1.5", "", "count", "whole number", 400},
		{"NaN is no number", "text=a&rate=NaN", "", "rate", "decimal number", 400},
		{"hex is no number", "text=a&rate=0x10", "", "rate", "decimal number", 400},
		{"boolean", "text=a&flag=maybe", "", "flag", "true or false", 400},
		{"twice", "text=a&text=b", "", "text", "once", 400},
		{"two cases of one name", "text=a&K=1&k=2", "", "k", "did you mean K?", 400},
		{
			"a pattern in words", "text=a&land=%5E1", "", "land",
			"land does not have the form that it must have, such as DE: A country by its two letters.", 400,
		},
		{
			"a pattern of a member", "", `{"data":"a","code":"1"}`, "code",
			"code does not have the form that it must have: Two capitals.", 400,
		},
		{"length", "text=abcdef", "", "text", "at most 5 characters", 400},
		{
			"a large bound has no exponent", "text=a&block=9007199254740999", "", "block",
			"block must be at most 9007199254740991, such as 24000000", 400,
		},
		{"a large value of a list has none", "text=a&scale=5", "", "scale", "one of 1000, 1000000", 400},
		{
			"too short to be what is asked for", "text=a&code=8471", "", "code",
			"code must have at least 8 characters, such as 8471.30.01: A tariff code.", 400,
		},
		{"unknown, near", "text=a&cuont=1", "", "cuont", "did you mean count?", 400},
		{"an address as a name is not repeated", "text=a&jane%40x.com=", "", "?@?", `"?@?" is no parameter`, 400},
		{"unknown, far", "text=a&zzzzzzzzzz=1", "", "zzzzzzzzzz", "it takes list, count", 400},
		{"malformed", "text=%zz", "", "query", "URL-encoded", 400},
		{"body member missing", "", `{}`, "data", "required", 400},
		{"body member type", "", `{"data":1}`, "data", "string", 400},
		{"body member nested", "", `{"data":"a","nested":{"n":4}}`, "nested.n", "3", 400},
		{"body member unknown", "", `{"dat":"a","data":"b"}`, "dat", "did you mean data?", 400},
		{"none of the types", "", `{"data":"a","either":5}`, "either", "must be of type string or object", 400},
		{"too long for its type", "", `{"data":"a","either":"abc"}`, "either", "at most 2 characters", 400},
		{
			"null in a list of alternatives", "", `{"data":"a","numbers":[1,null]}`, "numbers.1",
			"numbers.1 must be of type number or string, not null", 400,
		},
		{
			"a list among alternatives", "", `{"data":"a","numbers":[1,[2]]}`, "numbers.1",
			"numbers.1 must be of type number or string", 400,
		},
		{
			"too large for its alternative", "", `{"data":"a","numbers":[10]}`, "numbers.0",
			"numbers.0 must be at most 9", 400,
		},
		{
			"a pattern of an alternative", "", `{"data":"a","numbers":["x"]}`, "numbers.0",
			"numbers.0 does not have the form that it must have", 400,
		},
		{
			"null alone", "", `{"data":"a","either":null}`, "either",
			"either must be of type string or object, not null", 400,
		},
		{"one of", "", `{"data":"a","one":null}`, "one", "one must be of type integer or string, not null", 400},
		{"one of, wrong value", "", `{"data":"a","one":7}`, "one", "one must be one of 0, 1", 400},
		{"one of, wrong text", "", `{"data":"a","one":"x"}`, "one", "one must be one of pending", 400},
		{"null of one type", "", `{"data":null}`, "data", "data must be of type string, not null", 400},
		{"null as a body", "", `null`, "body", "the body must be of type object, not null", 400},
		{"within an alternative", "", `{"data":"a","either":{"n":"x"}}`, "either.n", "integer", 400},
		{"half of a surrogate pair", "", `{"data":"\ud800"}`, "body", `the escape \ud800, which is half`, 400},
		{"bytes that are no text", "", "{\"data\":\"\xff\"}", "body", "not UTF-8", 400},
		{"body not JSON", "", `{"data":`, "body", "JSON", 400},
		{"body missing", "", ``, "body", "required", 400},
	} {
		op, r := get, httptest.NewRequest(http.MethodGet, "/get?"+c.query, nil)
		if c.query == "" && c.why != "required" {
			op, r = post, httptest.NewRequest(http.MethodPost, "/post", strings.NewReader(c.body))
		}
		var p *problem.Problem
		if err := Validate(r, op); !errors.As(err, &p) || p.Status != c.status || p.Field != c.field ||
			!strings.Contains(p.Detail, c.detail) {
			t.Errorf("%s: %+v, want field %s and %q", c.why, p, c.field, c.detail)
		}
		if p != nil && strings.Contains(p.Detail, "^[") {
			t.Errorf("%s: a regular expression is for programs: %s", c.why, p.Detail)
		}
	}
}

func TestJSONUnderAnotherContentTypeIsRead(t *testing.T) {
	t.Parallel()
	op := demoOperation(t, "POST", "/post")
	for kind, ok := range map[string]bool{
		"application/json": true, "application/json; charset=utf-8": true, "": true, "application/x-www-form-urlencoded": true,
		"text/plain": true, "application/octet-stream": false, "multipart/form-data; boundary=x": false,
	} {
		r := httptest.NewRequest(http.MethodPost, "/post", strings.NewReader(`{"data":"a"}`))
		r.Header.Set("Content-Type", kind)
		err := Validate(r, op)
		var p *problem.Problem
		if (err == nil) != ok || !ok && (!errors.As(err, &p) || p.Status != http.StatusUnsupportedMediaType) {
			t.Errorf("%q: %v", kind, err)
		}
	}
}

// TestADefaultIsNoPartOfWhatIsBought: a release with another input, which has a default, still finds what was bought
// without it.
func TestADefaultIsNoPartOfWhatIsBought(t *testing.T) {
	t.Parallel()
	op := demoOperation(t, "GET", "/get")
	for query, want := range map[string]string{
		"text=a":         "text=a",
		"text=a&count=5": "text=a",
		"count=4&text=a": "count=4&text=a",
	} {
		r := httptest.NewRequest(http.MethodGet, "/get?"+query, http.NoBody)
		if err := Validate(r, op); err != nil || Said(r, op) != want {
			t.Errorf("%s: %q, %v; want %q", query, Said(r, op), err, want)
		}
	}
}

// TestWhatIsInTheHeaderIsBoughtToo: else one payment would buy the answers to all that it may say.
func TestWhatIsInTheHeaderIsBoughtToo(t *testing.T) {
	t.Parallel()
	op := demoOperation(t, "GET", "/get")
	for locale, want := range map[string]string{
		"":   "text=a",
		"en": "text=a",
		"de": "header%3AX-Locale=de&text=a",
	} {
		r := httptest.NewRequest(http.MethodGet, "/get?text=a", http.NoBody)
		r.Header.Set("X-Request-Id", rand.Text())
		if locale != "" {
			r.Header.Set("x-locale", locale)
		}
		if err := Validate(r, op); err != nil || Said(r, op) != want {
			t.Errorf("%s: %q, %v; want %q", locale, Said(r, op), err, want)
		}
	}
}

// TestABodySaysOneThing: whoever wrote it could show one reader one thing and the next another.
func TestABodySaysOneThing(t *testing.T) {
	t.Parallel()
	op := demoOperation(t, "POST", "/post")
	for body, wrong := range map[string]string{
		`{"data":"a","nested":{"n":1}}`:                      "",
		`{"data":"n","code":"DE","nested":{"n":1}} `:         "",
		`{"data":"a","data":"b"}`:                            `a member twice in one object: "data"`,
		`{"data":"a","nested":{"n":9},"nested":{"n":1}}`:     `a member twice in one object: "nested"`,
		`{"data":"a","nested":{"n":1,"\u006e":2}}`:           `a member twice in one object: "n"`,
		`{"data":"a"} {"data":"b"}`:                          "one JSON value",
		`{"data":"a"} and more`:                              "one JSON value",
		`{"data":"a"`:                                        "one JSON value",
		strings.Repeat("[", 20_000) + strings.Repeat("]", 9): "one JSON value",
	} {
		err := Validate(httptest.NewRequest(http.MethodPost, "/post", strings.NewReader(body)), op)
		if wrong == "" && err != nil || wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)) {
			t.Errorf("%.60s: %v, want %q", body, err, wrong)
		}
	}
}

// TestTheFormatsOfASoldAPIAreItsOwn: what it calls a country may be none of ours. A list without a type of items, which
// its document may have, cannot be read.
func TestTheFormatsOfASoldAPIAreItsOwn(t *testing.T) {
	t.Parallel()
	op := demoOperation(t, "GET", "/get")
	op.Backend = "shop"
	const query = "count=1&day=2026-11-29&nation=England&state=DE-BY&text=a"
	r := httptest.NewRequest(http.MethodGet, "/get?"+query+"&word=Y", http.NoBody)
	if err := Validate(r, op); err != nil || r.URL.RawQuery != query+"&word=y" {
		t.Errorf("%q, %v", r.URL.RawQuery, err)
	}
	r = httptest.NewRequest(http.MethodGet, "/get?text=a&tags=a,b", http.NoBody)
	if err := Validate(r, op); problem.From(err).Status != http.StatusBadRequest {
		t.Error(err)
	}
}
