package openphish

import (
	"os"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
)

func TestURLsOfTheFeed(t *testing.T) {
	var got []string
	err := Read(strings.NewReader("https://signin.tea.example/\r\nhttp://tea.example/a b?x\n"), func(url string) { got = append(got, url) })
	if err != nil || strings.Join(got, "|") != "https://signin.tea.example/|http://tea.example/a b?x" {
		t.Errorf("%q, %v", got, err)
	}
	for _, garbage := range []string{"<html>", "404: Not Found", "tea.example"} {
		if err := Read(strings.NewReader(garbage), func(string) {}); err == nil {
			t.Errorf("%q was read", garbage)
		}
	}
}

func TestRealSample(t *testing.T) {
	f, err := os.Open(samples.Path(t, "openphish/feed_head.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	if err := Read(f, func(string) { n++ }); err != nil || n != 12 {
		t.Errorf("%d URLs, %v", n, err)
	}
}
