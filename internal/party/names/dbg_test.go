package names

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestDbg(t *testing.T) {
	e := New()
	for _, l := range strings.Split(os.Getenv("DBG"), ";") {
		q, listed, _ := strings.Cut(l, "|")
		f, err := e.Prepare(Person, q, "")
		if err != nil {
			fmt.Println(err)
			continue
		}
		b, _ := e.Read(Person, listed, "")
		s := e.NewShelf(Person)
		s.Add(b)
		s.Seal()
		for _, r := range append([]*Form{f}, f.others...) {
			res := e.compareOnce(r, b)
			fmt.Printf("%s | %s: score %.1f bits %.1f same %v shelf %d\n", q, listed, res.Score, res.Evidence.Bits, res.Evidence.Same, len(s.SearchTelling(r, 50)))
			for i := range r.tokens {
				k := &r.tokens[i]
				fmt.Printf("    %s role %v bits %.1f heard %.1f n=%d", k.text, k.role, k.bits, k.heard, k.spoken.consonants())
				for j := range b.tokens {
					if k.spoken != nil {
						a, _ := e.agree(k, &b.tokens[j])
						fmt.Printf(" %s:%.2f(agree %.2f bits %.1f)", b.tokens[j].text, k.spoken.agrees(b.tokens[j].text), a, b.tokens[j].bits)
					}
				}
				fmt.Println()
			}
			for _, x := range res.Reasons {
				fmt.Print(" ", x)
			}
			fmt.Println()
		}
	}
}
