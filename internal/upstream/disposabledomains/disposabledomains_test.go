package disposabledomains

import (
	"reflect"
	"strings"
	"testing"
)

func TestListIsOneDomainALine(t *testing.T) {
	got, err := Read(strings.NewReader("\ufeffThrowaway.example\r\n\n# a comment\nmail.throwaway.example\n"))
	if err != nil || !reflect.DeepEqual(got, map[string]bool{"throwaway.example": true, "mail.throwaway.example": true}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"<!DOCTYPE html>", `{"domains": []}`, "404: Not Found", "a.example, b.example", "someone@a.example", "word"} {
		if got, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q was read as %v", bad, got)
		}
	}
}
