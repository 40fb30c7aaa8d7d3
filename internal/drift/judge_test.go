package drift

import (
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
)

const sold = `{"food":"apple","name":"Ann B. Cole","id":7,"tags":["raw"],"address":"a, b, c","unmatched":[],
"reasons":[{"code":"unverified","detail":"Could not be checked: a."}],"partial":false,"score":80,"checked_at":"2026-01-02T03:04:05Z",
"sources":[{"name":"usda","status":"ok"}],"coverage":{"evaluated":4,"missing":[]},"by":"routescan",
"warnings":[],"notes":[],"debt":{"year":2025,"value":64},"pressure_hpa":1019,"pressure_kind":"sea_level","filled_from":[],"rows":[{"id":"a","x":1},{"id":"b","x":2}],"errors":[{"source":"a","code":"timeout"}],"license":"cc-by","license_source":"usda","provenance":[{"value":"a","method":"direct","confidence":0.9}]}`

// TestOutcomeIsWhatTheBuyerIsTold has the answers that a buyer may get after a change at a provider.
func TestOutcomeIsWhatTheBuyerIsTold(t *testing.T) {
	for _, c := range []struct {
		why    string
		after  string
		status int
		free   bool
		kind   Kind
		want   Outcome
	}{
		{why: "nothing changed", after: sold, want: Same},
		{
			why:   "only the time of the call changed",
			after: without(`"2026-01`, `"2027-01`),
			want:  Same,
		},
		{why: "a value is null", after: without(`"id":7`, `"id":null`), want: Silent},
		{why: "a member is missing", after: without(`"id":7,`, ``), want: Silent},
		{why: "an id is 0", after: without(`"id":7`, `"id":0`), want: Wrong},
		{why: "a name is empty", after: without(`"apple"`, `""`), want: Wrong},
		{why: "a list claims to have none", after: without(`["raw"]`, `[]`), want: Wrong},
		{why: "the provider's list was empty", after: without(`["raw"]`, `[]`), kind: Empty, want: Told},
		{
			why:   "null beside another value",
			after: without(`"id":7,"tags":["raw"]`, `"id":null,"tags":["dry"]`),
			want:  Wrong,
		},
		{
			why:   "the answer says it is partial",
			after: without(`"partial":false,"score":80`, `"partial":true,"score":null`),
			want:  Flagged,
		},
		{why: "a source says it failed", after: without(`"status":"ok"`, `"status":"error"`), want: Flagged},
		{why: "a source claims to have none", after: without(`"status":"ok"`, `"status":"empty"`), want: Wrong},
		{why: "a word is unknown", after: without(`"apple"`, `"unknown"`), want: Wrong},
		{
			why:   "a reason names more that could not be checked",
			after: without(`"Could not be checked: a."`, `"Could not be checked: a, b."`),
			want:  Flagged,
		},
		{
			why:   "a reason says that something is unknown",
			after: without(`"code":"unverified"`, `"code":"owner_unknown"`),
			want:  Flagged,
		},
		{
			why:   "one more reason, that something is unknown",
			after: without(`"reasons":[`, `"reasons":[{"code":"owner_unknown","detail":"Nobody says."},`),
			want:  Flagged,
		},
		{
			why:   "one more reason of another kind",
			after: without(`"reasons":[`, `"reasons":[{"code":"new","detail":"It is new."},`),
			want:  Wrong,
		},
		{why: "another reason", after: without(`"code":"unverified"`, `"code":"verified"`), want: Wrong},
		{why: "a value is less sure", after: without(`"direct","confidence":0.9`, `"indirect","confidence":0.8`), want: Same},
		{why: "a value is surer", after: without(`"confidence":0.9`, `"confidence":1`), want: Wrong},
		{why: "another value", after: without(`"value":"a"`, `"value":"b"`), want: Wrong},
		{why: "an address lacks a part", after: without(`"a, b, c"`, `"a, c"`), want: Wrong},
		{why: "an address has another part", after: without(`"a, b, c"`, `"a, d"`), want: Wrong},
		{why: "a word of the question is unmatched", after: without(`"unmatched":[]`, `"unmatched":["10"]`), want: Flagged},
		{why: "the coverage is smaller", after: without(`"evaluated":4`, `"evaluated":3`), want: Flagged},
		{why: "a note of what is not known", after: without(`"notes":[]`, `"notes":["Not known: a."]`), want: Flagged},
		{why: "a note of something found", after: without(`"notes":[]`, `"notes":["it was retracted"]`), want: Wrong},
		{why: "a source fails in another way", after: without(`"timeout"`, `"bad_response"`), want: Same},
		{why: "rows in another order", after: without(`{"id":"a","x":1},{"id":"b","x":2}`, `{"id":"b","x":2},{"id":"a","x":1}`), want: Same},
		{why: "rows in another order, one with less", after: without(`{"id":"a","x":1},{"id":"b","x":2}`, `{"id":"b","x":2},{"id":"a","x":null}`), want: Silent},
		{why: "nothing, said by nobody", after: without(`["raw"]`, `[]`), kind: Void, want: Wrong},
		{why: "another source fails", after: without(`"source":"a"`, `"source":"b"`), want: Wrong},
		{
			why:   "another provider's fact, by its name",
			after: without(`"cc-by","license_source":"usda"`, `"mit","license_source":"routescan"`),
			want:  Same,
		},
		{
			why:   "a fact of another kind, by its name",
			after: without(`1019,"pressure_kind":"sea_level"`, `1020,"pressure_kind":"altimeter"`),
			want:  Same,
		},
		{why: "another fact of the same kind", after: without(`1019`, `1020`), want: Wrong},
		{
			why:   "a fact of another place, by its name",
			after: without(`1019,"pressure_kind":"sea_level","filled_from":[]`, `1021,"pressure_kind":"sea_level","filled_from":["KADW"]`),
			want:  Flagged,
		},
		{why: "another fact of the same provider", after: without(`"cc-by"`, `"mit"`), want: Wrong},
		{
			why:   "a figure is named as missing",
			after: without(`"partial":false`, `"partial":false,"inputs_missing":["assets"]`),
			want:  Flagged,
		},
		{why: "a warning that it was not read", after: without(`"warnings":[]`, `"warnings":["fee_missing"]`), want: Flagged},
		{why: "a warning of something found", after: without(`"warnings":[]`, `"warnings":["poisoning"]`), want: Wrong},
		{why: "another provider, by name", after: without(`"by":"routescan"`, `"by":"blockscout"`), want: Same},
		{why: "a name that no provider has", after: without(`"by":"routescan"`, `"by":"somebody"`), want: Wrong},
		{why: "an answer that is free", free: true, after: without(`"score":80`, `"score":null`), want: Refused},
		{why: "the provider's failure", status: http.StatusBadGateway, want: Refused},
		{why: "no such record, said by nobody", status: http.StatusNotFound, want: Denied},
		{why: "the caller is blamed", status: http.StatusUnprocessableEntity, want: Denied},
		{why: "no such record, as the list was empty", status: http.StatusNotFound, kind: Empty, want: Told},
		{why: "sold though nobody answered", after: sold, kind: Down, want: Charged},
	} {
		t.Run(c.why, func(t *testing.T) {
			call := Call{
				Answer:    Answer{Status: http.StatusOK, Body: []byte(sold)},
				Volatile:  map[string]bool{"checked_at": true},
				Providers: map[string]bool{"routescan": false, "blockscout": false, "usda": false},
			}
			after := Answer{Status: http.StatusOK, Body: []byte(c.after), Free: c.free}
			if c.status != 0 {
				after.Status = c.status
			}
			if got, found := call.Judge(after, Change{Kind: c.kind}); got != c.want {
				t.Errorf("%s, want %s: %+v", got, c.want, found)
			}
		})
	}
}

// TestLessIsOptionalWhereTheMemberIs holds that an answer may say less of what the adapter declares as optional: null,
// unknown, or a text without one of its parts.
func TestLessIsOptionalWhereTheMemberIs(t *testing.T) {
	call := Call{Answer: Answer{Status: http.StatusOK, Body: []byte(sold)}}
	for _, c := range []struct {
		why, after, member string
		want               Outcome
	}{
		{"a null", without(`"id":7`, `"id":null`), "city", Optional},
		{"a part less", without(`"a, b, c"`, `"a, c"`), "city", Optional},
		{"unknown", without(`"apple"`, `"unknown"`), "city", Optional},
		{"an older fact", without(`"year":2025,"value":64`, `"year":2024,"value":63`), "city", Optional},
		{"another fact of the same time", without(`"value":64`, `"value":63`), "city", Wrong},
		{"a word less of a name", without(`"Ann B. Cole"`, `"Ann Cole"`), "city", Optional},
		{"another name", without(`"Ann B. Cole"`, `"Ann Dole"`), "city", Wrong},
		{"another part", without(`"a, b, c"`, `"a, d"`), "city", Wrong},
		{"a part less of what has to be there", without(`"a, b, c"`, `"a, c"`), "name", Wrong},
	} {
		t.Run(c.why, func(t *testing.T) {
			change := Change{
				Member:   c.member,
				Kind:     Rename,
				declared: upstream.Declared{Optional: c.member == "city"},
			}
			got, found := call.Judge(Answer{Status: http.StatusOK, Body: []byte(c.after)}, change)
			if got != c.want {
				t.Errorf("%s, want %s: %+v", got, c.want, found)
			}
		})
	}
}

// TestNullThatMeansNoneMayDeny: where null is the provider's word for none, "no such value" is what it said.
func TestNullThatMeansNoneMayDeny(t *testing.T) {
	call := Call{Answer: Answer{Status: http.StatusOK, Body: []byte(sold)}}
	for none, want := range map[bool]Outcome{true: Told, false: Denied} {
		change := Change{
			Kind:     Null,
			declared: upstream.Declared{Nullable: true, None: none},
		}
		if got, _ := call.Judge(Answer{Status: http.StatusNotFound}, change); got != want {
			t.Errorf("none %t: %s, want %s", none, got, want)
		}
	}
}

func TestPanicIsAFault(t *testing.T) {
	call := Call{Answer: Answer{Status: http.StatusOK}}
	if got, _ := call.Judge(Answer{Panic: "nil map"}, Change{Kind: Null}); got != Panicked {
		t.Errorf("%s", got)
	}
}

// without is the answer with a piece of it replaced; the piece has to be there.
func without(old, replacement string) string {
	before, after, found := strings.Cut(sold, old)
	if !found {
		return "the answer has no " + old
	}
	return before + replacement + after
}

// TestRowsAreComparedByTheirIDs: where a row stands in a list is no fact about it, but a row that is gone is one.
func TestRowsAreComparedByTheirIDs(t *testing.T) {
	const before = `{"rows":[{"id":"a","price":1,"volume":7},{"id":"b","price":2,"volume":5}]}`
	for why, c := range map[string]struct {
		after string
		want  string
	}{
		"another order":           {`{"rows":[{"id":"b","price":2,"volume":5},{"id":"a","price":1,"volume":7}]}`, ""},
		"another order, and null": {`{"rows":[{"id":"b","price":2,"volume":5},{"id":"a","price":1}]}`, "rows/*/volume"},
		"another row": {
			`{"rows":[{"id":"a","price":1,"volume":7},{"id":"c","price":2,"volume":5}]}`,
			"rows/*/id",
		},
		"a row twice": {
			`{"rows":[{"id":"b","price":2,"volume":5},{"id":"b","price":2,"volume":5}]}`,
			"rows/*/id rows/*/price rows/*/volume",
		},
	} {
		var members []string
		for _, d := range differences([]byte(before), []byte(c.after)) {
			members = append(members, d.Member)
		}
		if got := strings.Join(members, " "); got != c.want {
			t.Errorf("%s: %q, want %q", why, got, c.want)
		}
	}
}
