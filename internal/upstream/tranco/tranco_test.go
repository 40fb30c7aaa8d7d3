package tranco

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func packed(t *testing.T, files ...string) *bytes.Reader {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i, text := range files {
		f, err := w.Create(fmt.Sprintf("%d.csv", i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

func TestSitesOfTheList(t *testing.T) {
	var got []string
	take := func(domain []byte, rank uint32) bool {
		got = append(got, fmt.Sprintf("%d %s", rank, domain))
		return true
	}
	file := packed(t, "1,tea.com\r\n2,kettle.org\r\n")
	if err := Read(file, file.Size(), take); err != nil || strings.Join(got, "|") != "1 tea.com|2 kettle.org" {
		t.Errorf("%q, %v", got, err)
	}
	for name, file := range map[string]*bytes.Reader{
		"no zip file": bytes.NewReader([]byte("<html>")), "two tables": packed(t, "1,a.com", "1,b.com"), "no table": packed(t), "a page": packed(t, "<html>"), "no ranks": packed(t, "tea.com\nkettle.org"),
	} {
		if err := Read(file, file.Size(), take); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}
