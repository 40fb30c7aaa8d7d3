package drift

import (
	"net/http"
	"strings"
	"testing"
)

const sold = `{"name":"apple","id":7,"tags":["raw"],"partial":false,"score":80,"checked_at":"2026-01-02T03:04:05Z",
"sources":[{"name":"usda","status":"ok"}],"coverage":{"evaluated":4,"missing":[]},"by":"routescan",
"warnings":[]}`

// TestOutcomeIsWhatTheBuyerIsTold has the answers that a buyer may get after a change at a provider.
func TestOutcomeIsWhatTheBuyerIsTold(t *testing.T) {
	for _, c := range []struct {
		why    string
		after  string
		status int
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
		{why: "the coverage is smaller", after: without(`"evaluated":4`, `"evaluated":3`), want: Flagged},
		{why: "a warning that it was not read", after: without(`"warnings":[]`, `"warnings":["fee_missing"]`), want: Flagged},
		{why: "a warning of something found", after: without(`"warnings":[]`, `"warnings":["poisoning"]`), want: Wrong},
		{why: "another provider, by name", after: without(`"by":"routescan"`, `"by":"blockscout"`), want: Same},
		{why: "a name that is none of a provider", after: without(`"by":"routescan"`, `"by":"somebody"`), want: Wrong},
		{why: "the provider's failure", status: http.StatusBadGateway, want: Refused},
		{why: "no such record, said by nobody", status: http.StatusNotFound, want: Denied},
		{why: "the caller is blamed", status: http.StatusUnprocessableEntity, want: Denied},
		{why: "no such record, as the list was empty", status: http.StatusNotFound, kind: Empty, want: Told},
		{why: "sold though nobody answered", after: sold, kind: Down, want: Charged},
	} {
		t.Run(c.why, func(t *testing.T) {
			call := Call{
				Answer:   Answer{Status: http.StatusOK, Body: []byte(sold)},
				Volatile: map[string]bool{"checked_at": true},
				Declared: Declared{"routescan": {}, "blockscout": {}},
			}
			after := Answer{Status: http.StatusOK, Body: []byte(c.after)}
			if c.status != 0 {
				after.Status = c.status
			}
			if got, found := call.Judge(after, Change{Kind: c.kind}); got != c.want {
				t.Errorf("%s, want %s: %+v", got, c.want, found)
			}
		})
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
