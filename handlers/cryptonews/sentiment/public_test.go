package sentiment

import (
	"encoding/csv"
	"os"
	"regexp"
	"testing"
)

// TestPublicSet measures on other people's headlines and labels: a file with the columns text and label (0 bearish, 1
// bullish, 2 neutral), as in the Twitter Financial News set (MIT licence; about shares, with some about crypto). No such file is
// part of the repository. Of that set, words that did badly on the training part were struck out; the validation part was only
// measured.
func TestPublicSet(t *testing.T) {
	file := os.Getenv("FAREBOX_SENTIMENT_SET")
	if file == "" {
		t.Skip("FAREBOX_SENTIMENT_SET names no file")
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	s := scorer(t)
	crypto := regexp.MustCompile(`(?i)bitcoin|crypto|blockchain|coinbase|ethereum|stablecoin`)
	var all, some []headline
	for _, row := range rows[1:] {
		label, ok := map[string]Label{"0": Bearish, "1": Bullish, "2": Neutral}[row[1]]
		if !ok {
			t.Fatalf("label %q", row[1])
		}
		h := headline{label: label, text: row[0]}
		all = append(all, h)
		if crypto.MatchString(row[0]) {
			some = append(some, h)
		}
	}
	for name, list := range map[string][]headline{"all": all, "naming crypto": some} {
		t.Logf("%s, %d headlines", name, len(list))
		t.Logf("rules:      %s", measure(list, "", func(text string) Label { return s.Score(text, "").Label }))
		t.Logf("words only: %s", measure(list, "", func(text string) Label { return words(s, text) }))
		t.Logf("few words:  %s", measure(list, "", few))
	}
}
