package handlertest

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Absence tries whether a family takes what a provider does not say for a fact. It asks each request once over whole
// answers of the providers, and again with one member of one answer taken away, or the answer replaced by nothing or
// by a page of HTML. An answer to that may know less, or be refused. It must not say another thing than the one over
// whole answers; [better] says what that is.
type Absence struct {
	// Answers are what the providers say, whole.
	Answers []upstreamtest.Answer
	// Serve is the family over a new world of them, with the lists loaded that the world has, however broken they are.
	Serve func(testing.TB, *upstreamtest.World) *Service
	// Requests are targets of GET, "/osha/screen?employer=Costco", or "POST /cve/scan {...}", which must be answered with
	// 200; without any, those of the spec's examples.
	Requests []string
	// Meant are members whose absence is the provider's word for something, or that the answer tells of in a member of
	// its own, each with the reason: by the end of the address and the beginning of the member, as in
	// "violation/json delete_flag".
	Meant map[string]string
}

// Given is a family's serve with what it needs beside the world: settings, a clock, a folder.
func Given[A any](
	serve func(testing.TB, A, *upstreamtest.World) *Service, given A,
) func(testing.TB, *upstreamtest.World) *Service {
	return func(tb testing.TB, world *upstreamtest.World) *Service { return serve(tb, given, world) }
}

// Thorough is the environment variable with which Hold also tries null for each member, and its absence at one place
// only. That takes minutes.
const Thorough = "FAREBOX_ABSENCE"

// Hold runs a test for each thing that can be missing.
func (a Absence) Hold(t *testing.T) {
	t.Helper()
	thorough := os.Getenv(Thorough) != ""
	used := map[string]bool{}
	lists := map[string]bool{} // what takes a while to load: for further requests it is missing as a whole alone
	for _, target := range a.requests(t) {
		b := a.bench(t, target)
		for _, said := range b.heard {
			known := lists[said.asked]
			lists[said.asked] = said.list
			for _, gap := range gaps(said.asked, said.body, thorough) {
				if !thorough && said.list && (known && gap.why != missing.why || gap.status != http.StatusOK) {
					continue
				}
				if name := a.meant(said.asked, cmp.Or(gap.member, gap.why)); name != "" {
					used[name] = true
					continue
				}
				t.Run(target+" "+said.asked+" "+gap.why, func(t *testing.T) { b.hold(t, said, gap) })
			}
		}
	}

	for name := range a.Meant {
		if !used[name] && thorough {
			t.Errorf("no provider's answer has %s", name)
		}
	}
}

func (a Absence) requests(t *testing.T) []string {
	t.Helper()
	if a.Requests != nil {
		return a.Requests
	}

	var all []string
	for _, op := range a.Serve(t, upstreamtest.New(t, a.Answers...)).Operations() {
		request, err := exampleOf(op)
		if err != nil {
			t.Fatalf("%s: %v", op.Name(), err)
		}
		target := request.URL.String()
		if op.Body != nil {
			body, err := io.ReadAll(request.Body)
			if err != nil {
				t.Fatalf("%s: %v", op.Name(), err)
			}
			target = fmt.Sprintf("%s %s %s", request.Method, target, body)
		}
		all = append(all, target)
	}
	return all
}

// heard is the answer of a provider to one request.
type heard struct {
	asked string
	body  []byte
	list  bool // when the family loaded its lists
}

// bench is the family over whole answers with one request to it.
type bench struct {
	Absence
	target  string
	answer  map[string]any
	heard   []heard // each once; a failure says nothing that could be missing
	service *Service
	edit    func(asked string, said *httptest.ResponseRecorder)
}

func (a Absence) bench(t *testing.T, target string) *bench {
	t.Helper()
	loading := true
	b := &bench{
		Absence: a,
		target:  target,
	}
	b.edit = func(asked string, said *httptest.ResponseRecorder) {
		known := slices.ContainsFunc(b.heard, func(h heard) bool { return h.asked == asked })
		if !known && said.Code == http.StatusOK {
			b.heard = append(b.heard, heard{asked, slices.Clone(said.Body.Bytes()), loading && asked != zone})
		}
	}

	b.service = b.serve(t)
	loading = false
	status, answer := b.ask(t, b.service)
	if status != http.StatusOK {
		t.Fatalf("%s over whole answers: %d %v", target, status, answer)
	}
	b.answer = answer
	b.edit = nil
	slices.SortFunc(b.heard, func(x, y heard) int { return strings.Compare(x.asked, y.asked) })
	return b
}

// serve is the family over a new world, whose answers edit changes.
func (b *bench) serve(t *testing.T) *Service {
	t.Helper()
	world := upstreamtest.New(t, b.Answers...)
	world.Edit(func(asked string, said *httptest.ResponseRecorder) {
		if b.edit != nil {
			b.edit(asked, said)
		}
	})
	return b.Serve(t, world)
}

func (b *bench) ask(t *testing.T, service *Service) (status int, answer map[string]any) {
	t.Helper()
	own := Service{
		TB:     t,
		Routes: service.Routes,
	}
	if parts := strings.SplitN(b.target, " ", 3); len(parts) == 3 {
		return own.Do(Request(parts[0], parts[1], parts[2]).WithContext(t.Context()))
	}
	return own.Do(Request("GET", b.target, "").WithContext(t.Context()))
}

// over is the family's answer where a provider's has a gap. To load lists takes a while: a family that has some is
// asked again, unless a list has the gap or something is left of another gap.
func (b *bench) over(t *testing.T, where heard, gap gap) (status int, answer map[string]any) {
	t.Helper()
	met := false
	edit := func(asked string, said *httptest.ResponseRecorder) {
		if asked == where.asked {
			met = true
			said.Code = gap.status
			said.Body = bytes.NewBuffer(gap.body)
		}
	}
	defer func() { b.edit = nil }()

	if !where.list && slices.ContainsFunc(b.heard, func(h heard) bool { return h.list }) {
		_, again := b.ask(t, b.service)
		if Difference(again, b.answer) == "" {
			b.edit = edit
			status, answer = b.ask(t, b.service)
		}
	}
	if !met {
		b.edit = edit
		status, answer = b.ask(t, b.serve(t))
	}
	return status, answer
}

func (b *bench) hold(t *testing.T, where heard, gap gap) {
	t.Helper()
	status, answer := b.over(t, where, gap)
	switch {
	case status == http.StatusNotFound:
		t.Errorf("not found: %v", answer["detail"])
	case status != http.StatusOK:
		return
	}
	for _, claim := range better(b.answer, answer) {
		t.Error(claim)
	}
}

// meant is the entry of Meant that has a member of an answer.
func (a Absence) meant(url, member string) string {
	address, _, _ := strings.Cut(url, "?")
	for name := range a.Meant {
		end, path, _ := strings.Cut(name, " ")
		if strings.HasPrefix(member, path) && strings.HasSuffix(address, end) {
			return name
		}
	}
	return ""
}

// better lists what an answer over less claims that the one over whole answers does not: another number or word, or
// none where there was one. A score may only become worse. Of an answer that says it is partial the verdicts are held.
func better(whole, less map[string]any) []string {
	c := comparison{partial: less["partial"] == true}
	c.object("", whole, less)
	return c.claims
}

type comparison struct {
	partial bool // it says that a source is missing
	thinner bool // what is compared says that less is known
	claims  []string
}

// unknown are words in the codes of reasons that tell that something was not known.
var unknown = []string{"incomplete", "not_all_known", "too_little_known", "unknown", "unread", "unverified"}

// tells is how many reasons and parts of an object tell that something was not known.
func tells(object map[string]any) int {
	n := 0
	parts, _ := object["dimensions"].(map[string]any)
	for _, part := range parts {
		if Member(part, "evaluated") == false {
			n++
		}
	}
	reasons, _ := object["reasons"].([]any)
	for _, reason := range reasons {
		code := fmt.Sprint(Member(reason, "code"))
		if slices.ContainsFunc(unknown, func(word string) bool { return strings.Contains(code, word) }) {
			n++
		}
	}
	return n
}

// evaluated is the share of what a score is made of that was known, 1 if the answer does not say.
func evaluated(answer map[string]any) float64 {
	if ratio, ok := Member(answer, "coverage.ratio").(float64); ok {
		return ratio
	}
	return 1
}

func (c *comparison) claim(at string, was, is any) {
	c.claims = append(c.claims, fmt.Sprintf("%s is %v, over whole answers %v", strings.TrimPrefix(at, "."), is, was))
}

// silent are members that describe how the answer was made.
var silent = []string{
	"sources", "providers", "reasons", "coverage", "partial", "checked_at", "as_of", "flags", "available", "checked",
	"confidence_level", "complete", "truncated", "sources_ok", "totals_evaluated", "evaluated", "has_next",
}

// modest are booleans that claim less when they are false.
var modest = []string{"comparable", "exact"}

// verdicts are members that judge a subject. They hold in an answer that says it is partial, too.
var verdicts = []string{"verdict", "category", "risk_category", "trust_category", "band"}

func (c *comparison) object(at string, whole, less map[string]any) {
	before := c.thinner
	defer func() { c.thinner = before }()
	c.thinner = c.thinner || evaluated(less) < evaluated(whole) || tells(less) > tells(whole)

	for name, was := range whole {
		is, there := less[name]
		if !there || is == nil || slices.Contains(silent, name) {
			continue
		}
		c.value(at+"."+name, name, was, is)
	}
}

func (c *comparison) value(at, name string, was, is any) {
	switch was := was.(type) {
	case map[string]any:
		if is, ok := is.(map[string]any); ok {
			c.object(at, was, is)
		}
	case []any:
		if is, ok := is.([]any); ok {
			c.list(at, was, is)
		}
	default:
		c.leaf(at, name, was, is)
	}
}

// leaf compares numbers, words and booleans. In a partial answer verdicts are held, and what was so may not be called
// not so, such as that a party is listed.
func (c *comparison) leaf(at, name string, was, is any) {
	switch was := was.(type) {
	case float64:
		if is, ok := is.(float64); ok && is != was && !c.partial && !c.worse(name, was, is) {
			c.claim(at, was, is)
		}
	case bool:
		if is != was && (!c.partial || was && !slices.Contains(modest, name)) {
			c.claim(at, was, is)
		}
	case string:
		if good[fmt.Sprint(is)] && is != was && (!c.partial || slices.Contains(verdicts, name)) {
			c.claim(at, was, is)
		}

	case nil:
		if number, ok := is.(float64); ok {
			c.claim(at, was, number)
		}
		if yes, ok := is.(bool); ok {
			c.claim(at, was, yes)
		}
	}
}

// worse says whether a score moved to the bad side, or to the good one with less evaluated, as the answer says.
func (c *comparison) worse(name string, was, is float64) bool {
	switch {
	case strings.Contains(name, "risk_score"):
		return is > was || c.thinner
	case name == "score":
		return c.thinner
	case slices.Contains([]string{"trust_score", "fit_score", "match_score", "confidence"}, name):
		return is < was || c.thinner
	}
	return false
}

// good are words that clear a party.
var good = map[string]bool{
	"active":            true,
	"active_deductible": true,
	"authorized":        true,
	"eligible":          true,
	"fit":               true,
	"likely_real":       true,
	"low":               true,
	"no_violation":      true,
	"not_excluded":      true,
	"pass":              true,
	"real":              true,
	"trusted":           true,
	"verified":          true,
}

func (c *comparison) list(at string, was, is []any) {
	if len(is) < len(was) && !c.partial {
		c.claim(at+" (length)", len(was), len(is))
	}

	for i, item := range was {
		whole, ok := item.(map[string]any)
		if !ok {
			continue
		}
		if less := counterpart(was, i, is); less != nil {
			c.object(fmt.Sprintf("%s.%d", at, i), whole, less)
		}
	}
}

// identities are members that say which of a list's items one is.
var identities = []string{
	"id", "npi", "ein", "dot", "cik", "lei", "uei", "qid", "registry_id", "accession", "code", "bill_id", "award_id",
	"patent_id", "document_number", "filing_id", "frs_id", "year", "tax_period", "url", "vector", "source", "name",
}

// counterpart is the item of a list that is about the same as the one at a place of another, by the first identity
// that no other item there has; by its place if there is none.
func counterpart(was []any, at int, is []any) map[string]any {
	for _, name := range identities {
		own := Member(was[at], name)
		if own == nil || !unique(was, name, own) {
			continue
		}
		for _, other := range is {
			if other, ok := other.(map[string]any); ok && other[name] == own {
				return other
			}
		}
		return nil
	}
	if at < len(is) {
		other, _ := is[at].(map[string]any)
		return other
	}
	return nil
}

func unique(list []any, name string, value any) bool {
	n := 0
	for _, item := range list {
		if Member(item, name) == value {
			n++
		}
	}
	return n == 1
}
