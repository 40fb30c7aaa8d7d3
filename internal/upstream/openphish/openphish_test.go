package openphish

import (
	"strings"
	"testing"
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
