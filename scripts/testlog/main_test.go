package main

import (
	"strings"
	"testing"
)

func TestLogPrintsFailuresClosingLinesAndTheSlowest(t *testing.T) {
	stream := `{"Action":"start","Package":"a"}
{"Action":"output","Package":"a","Test":"TestFast","Output":"=== RUN   TestFast\n"}
{"Action":"output","Package":"a","Test":"TestFast","Output":"    a_test.go:1: quiet\n"}
{"Action":"pass","Package":"a","Test":"TestFast","Elapsed":0.5}
{"Action":"output","Package":"a","Test":"TestSlow/part","Output":"    a_test.go:2: loud\n"}
{"Action":"fail","Package":"a","Test":"TestSlow/part","Elapsed":9}
{"Action":"output","Package":"a","Test":"TestSlow","Output":"--- FAIL: TestSlow (9.25s)\n"}
{"Action":"fail","Package":"a","Test":"TestSlow","Elapsed":9.25}
{"Action":"output","Package":"a","Output":"FAIL\ta\t9.9s\n"}
{"Action":"fail","Package":"a","Elapsed":9.9}
`
	var out strings.Builder
	l := newLog(&out)
	err := l.read(strings.NewReader(stream))

	if err == nil {
		t.Error("a failed package passes")
	}
	want := "    a_test.go:2: loud\n--- FAIL: TestSlow (9.25s)\nFAIL\ta\t9.9s\n"
	if out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
	if got := l.slowest(1); got != "    9.2 s a TestSlow\n" {
		t.Errorf("the slowest: %q", got)
	}
}

func TestStreamsThatShowNoSuccessFail(t *testing.T) {
	const start = `{"Action":"start","Package":"a"}` + "\n"
	cases := []struct{ why, stream string }{
		{"nothing was tested", ""},
		{"the command spoke instead", "go: no such tool\n"},
		{"it ends within a package", start},
		{
			"it did not compile",
			`{"Action":"build-fail","ImportPath":"a"}` + "\n" + start + `{"Action":"pass","Package":"a"}` + "\n",
		},
		{"a package failed without a test", start + `{"Action":"fail","Package":"a"}` + "\n"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if newLog(new(strings.Builder)).read(strings.NewReader(c.stream)) == nil {
				t.Error("passes")
			}
		})
	}

	passed := start + `{"Action":"pass","Package":"a"}` + "\n"
	if err := newLog(new(strings.Builder)).read(strings.NewReader(passed)); err != nil {
		t.Error(err)
	}
}
