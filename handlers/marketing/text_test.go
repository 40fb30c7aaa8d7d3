package marketing

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestQuoteThatNeverClosesIsAnErrorWithItsLine(t *testing.T) {
	body := `{"csv":"channel,clicks,conversions\na,1,1\n\"b,2,2\nc,3,3\n"}`
	code, field, detail := refused(t, "/marketing/funnel", body)
	if code != "unterminated_quote" || field != "csv" || !strings.Contains(detail, "line") {
		t.Errorf("%s %s %s", code, field, detail)
	}
}

// Any text is answered or refused by every route.
func FuzzText(f *testing.F) {
	for _, seed := range []string{
		"a,b\n1,2",
		"\ufeffa;b\r\n\"1;\"\"2\";3",
		"a\tb\r1\t2",
		"\"",
		",\",\n\"x",
		" \"a\" ,\r\r\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, path := range []string{
			"/marketing/funnel",
			"/marketing/spend",
			"/marketing/attribution",
			"/marketing/experiment",
		} {
			body, err := json.Marshal(map[string]string{"csv": text})
			if err != nil {
				t.Fatal(err)
			}
			if status, answer := serve(t, path, string(body)); status != 200 && status != 400 || !json.Valid(answer) {
				t.Fatalf("%s %q: %d %s", path, text, status, answer)
			}
		}
	})
}
