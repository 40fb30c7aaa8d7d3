package drift

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// world answers every question alike.
type world string

func (w world) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(strings.NewReader(string(w))),
	}, nil
}

// ask sends a body through the tap and gives the answer.
func ask(t *testing.T, tap *Tap, url, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := tap.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.ContentLength != int64(len(got)) {
		t.Errorf("declared %d bytes of %d", resp.ContentLength, len(got))
	}
	return resp.StatusCode, string(got)
}

func TestOnlyTheAnswerThatIsMeantIsChanged(t *testing.T) {
	tap := &Tap{World: world(`{"id":1}`)}
	tap.Begin(nil)
	ask(t, tap, "https://api.example.org/a", "")
	ask(t, tap, "https://api.example.org/a", "")
	ask(t, tap, "https://api.example.org/b", "")
	seen := tap.Seen()
	if len(seen) != 2 || seen[0].Provider != "api.example.org" || string(seen[0].Body) != `{"id":1}` {
		t.Fatalf("seen %+v", seen)
	}

	tap.Begin(&Change{
		Request: seen[1].Key,
		Member:  "id",
		Kind:    Null,
	})
	if _, got := ask(t, tap, "https://api.example.org/a", ""); got != `{"id":1}` {
		t.Errorf("the other answer is %s", got)
	}
	if applied, _ := tap.Applied(); applied {
		t.Error("applied before its question")
	}
	if _, got := ask(t, tap, "https://api.example.org/b", ""); got != `{"id":null}` {
		t.Errorf("the answer is %s", got)
	}
	if applied, err := tap.Applied(); !applied || err != nil {
		t.Errorf("applied %t, %v", applied, err)
	}
}

// TestCallsOfABatchAreExchangesOfTheirOwn whatever their numbers are, and wherever they are sent.
func TestCallsOfABatchAreExchangesOfTheirOwn(t *testing.T) {
	const batch = `[{"jsonrpc":"2.0","id":7,"method":"eth_chainId","params":[]},` +
		`{"jsonrpc":"2.0","id":8,"method":"eth_gasPrice","params":[]}]`
	tap := &Tap{World: world(`[{"jsonrpc":"2.0","id":8,"result":"0x2"},{"jsonrpc":"2.0","id":7,"result":"0x1"}]`)}
	tap.Begin(nil)
	ask(t, tap, "https://one.example.org", batch)
	seen := tap.Seen()
	if len(seen) != 2 || seen[0].method() != "eth_gasPrice" || seen[1].method() != "eth_chainId" {
		t.Fatalf("seen %+v", seen)
	}

	tap.Begin(&Change{
		Provider: rpc,
		Request:  seen[0].Key,
		Member:   "result",
		Kind:     Null,
	})
	want := `[{"jsonrpc":"2.0","id":8,"result":null},{"jsonrpc":"2.0","id":7,"result":"0x1"}]`
	if _, got := ask(t, tap, "https://two.example.org", batch); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}

	tap.Begin(&Change{
		Provider: rpc,
		Request:  seen[0].Key,
		Kind:     NotFound,
	})
	if status, got := ask(t, tap, "https://two.example.org", batch); status != http.StatusNotFound || got != page {
		t.Errorf("%d %s", status, got)
	}
}

// TestQuestionsThatAreMadeUpEachTimeAreKnownAgain by what is not a hash in them.
func TestQuestionsThatAreMadeUpEachTimeAreKnownAgain(t *testing.T) {
	one := strings.Repeat("a1", 20)
	other := strings.Repeat("b2", 20)
	tap := &Tap{World: world(`{"id":1}`)}
	tap.Begin(nil)
	ask(t, tap, "https://api.example.org/"+one, "")
	before := tap.Seen()
	tap.Begin(nil)
	ask(t, tap, "https://api.example.org/"+other, "")
	again, fresh := tap.Repeated(before)
	if !fresh || len(again) != 1 {
		t.Fatalf("%v %+v", fresh, again)
	}

	tap.Begin(&Change{
		Request: again[0].Key,
		Kind:    Void,
	})
	if _, got := ask(t, tap, "https://api.example.org/"+other, ""); got != "{}" {
		t.Errorf("%s", got)
	}

	tap.Begin(nil)
	if _, fresh := tap.Repeated(before); fresh {
		t.Error("a question that is not asked again has been answered from memory")
	}
}
