package certpl

import (
	"strings"
	"testing"
)

func TestHostsOfTheList(t *testing.T) {
	var got []string
	take := func(host []byte) bool { got = append(got, string(host)); return strings.Contains(string(host), ".") }
	if err := Read(strings.NewReader("# x\nbad.tea.example\nworse.tea.example\n"), take); err != nil || strings.Join(got, " ") != "bad.tea.example worse.tea.example" {
		t.Errorf("%q, %v", got, err)
	}
	if err := Read(strings.NewReader("nothing\nhere\n"), take); err == nil {
		t.Error("a list of no hosts was read")
	}
}
