package linelist

import (
	"bytes"
	"compress/gzip"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestListsAreReadPlainOrPacked(t *testing.T) {
	text := "\xef\xbb\xbf# of today\none\r\n\r\n  two \n#\nthree"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string]string{"plain": text, "gzip": packed.String()} {
		var got []string
		err := Read(strings.NewReader(list), func(line []byte) bool { got = append(got, string(line)); return true })
		if err != nil || !slices.Equal(got, []string{"one", "two", "three"}) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if err := Read(bytes.NewReader(packed.Bytes()[:packed.Len()-6]), func([]byte) bool { return true }); err == nil {
		t.Error("a list that was cut off was taken for a whole one")
	}
}

func TestListOfUnreadableLinesIsRefused(t *testing.T) {
	for _, c := range []struct {
		good, bad int
		taken     bool
	}{{0, 0, true}, {50, 1, true}, {49, 1, true}, {48, 1, false}, {0, 3, false}, {980, 20, true}, {980, 21, false}} {
		list := strings.Repeat("good\n", c.good) + strings.Repeat("<p>\n", c.bad)
		err := Read(strings.NewReader(list), func(line []byte) bool { return line[0] != '<' })
		if (err == nil) != c.taken || err != nil && !errors.Is(err, ErrUnreadable) {
			t.Errorf("%d good, %d bad: %v", c.good, c.bad, err)
		}
	}
	if err := Read(strings.NewReader(strings.Repeat("x", longestLine+1)), func([]byte) bool { return true }); err == nil {
		t.Error("a line without end was read")
	}
}
