package names

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestPairsHeard(t *testing.T) {
	e := New()
	f, _ := os.Open(os.Getenv("PAIRS"))
	sc := bufio.NewScanner(f)
	n, hit, bits := map[string]int{}, map[string]int{}, map[string]float64{}
	for sc.Scan() {
		c := strings.Split(sc.Text(), "\t")
		form := c[0]
		heard := e.heardIn([]rune(form), true)
		k := e.lettersFor([]rune(form)[0])
		if k == nil {
			continue
		}
		n[k.name]++
		best := 0.0
		for _, l := range strings.Fields(c[1]) {
			best = max(best, heard.agrees(l))
		}
		if best > 0 {
			b := e.spokenBits(heard)
			hit[k.name]++
			bits[k.name] += b[heardLevel(best)]
		} else if os.Getenv("SHOW") != "" {
			fmt.Println(k.name, form, c[1])
		}
	}
	for k := range n {
		fmt.Printf("TOTAL %s %d found %.1f%% bits/found %.2f bits/all %.2f\n", k, n[k], 100*float64(hit[k])/float64(n[k]), bits[k]/float64(hit[k]), bits[k]/float64(n[k]))
	}
}
