package convert

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/problem"
)

// formattingBomb leaves n different formatting elements open over m paragraphs.
func formattingBomb(n, m int) string {
	var b strings.Builder
	b.WriteString("<p>")
	for i := range n {
		fmt.Fprintf(&b, "<b x=%d>", i)
	}
	b.WriteString(strings.Repeat("<p>x", m))
	return b.String()
}

func TestFormattingElementsLeftOpenAreNotRepeatedWithoutEnd(t *testing.T) {
	for _, to := range []string{"text", "markdown"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := call(t, "html", to, formattingBomb(300, 2000), "")
		runtime.ReadMemStats(&after)
		var p *problem.Problem
		if !errors.As(err, &p) || p.Code != "too_complex" {
			t.Errorf("html to %s: %v", to, err)
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 32<<20 {
			t.Errorf("html to %s took %d bytes", to, grown)
		}
	}
	if _, err := call(t, "markdown", "html", formattingBomb(300, 2000), ""); err == nil {
		t.Error("markdown with such HTML was converted")
	}
}

func TestOrdinaryFormattingIsWithinTheBound(t *testing.T) {
	page := "<b><i>" + strings.Repeat("<p>One <em>two</em> <a href=x>three</a></p>\n", 20_000)
	if err := checkRepeated(page); err != nil {
		t.Error(err)
	}
}
