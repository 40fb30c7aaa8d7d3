package names

import (
	"bufio"
	"fmt"
	"math"
	"math/rand"
	"os"
	"strings"
	"testing"
)

func TestCalibrate(t *testing.T) {
	e := New()
	var words []string
	f, _ := os.Open("/dev/shm/w-names/d/parties.tsv")
	sc := bufio.NewScanner(f)
	sc.Buffer(make([]byte, 1<<20), 1<<20)
	r := rand.New(rand.NewSource(1))
	for sc.Scan() {
		c := strings.Split(sc.Text(), "\t")
		if c[1] != "individual" || r.Intn(4) > 0 {
			continue
		}
		form, err := e.Read(Person, c[2], "")
		if err != nil {
			continue
		}
		for _, k := range form.tokens {
			if k.role != light && k.script == latin && len(k.text) > 2 {
				words = append(words, k.text)
			}
		}
	}
	f, _ = os.Open(os.Getenv("PAIRS"))
	sc = bufio.NewScanner(f)
	type cell struct{ n, hits, pred float64 }
	got := map[string]*[6]cell{}
	for sc.Scan() {
		form := strings.Split(sc.Text(), "\t")[0]
		if r.Intn(3) > 0 && scriptOf([]rune(form)[0]) != hangul {
			continue
		}
		heard := e.heardIn([]rune(form), true)
		if heard == nil {
			continue
		}
		k := fmt.Sprintf("%d/%d", scriptOf([]rune(form)[0]), min(5, heard.consonants()))
		if got[k] == nil {
			got[k] = &[6]cell{}
		}
		b := e.spokenBits(heard)
		var hits [6]float64
		for _, w := range words {
			if s := heard.agrees(w); s > 0 {
				for l := heardLevel(s); l < 6; l++ {
					hits[l]++
				}
			}
		}
		for l := range hits {
			got[k][l].n++
			got[k][l].hits += hits[l] / float64(len(words))
			got[k][l].pred += math.Exp2(-b[l])
		}
	}
	for k, c := range got {
		line := k
		for l := range c {
			line += fmt.Sprintf("  %.1f/%.1f", -math.Log2(c[l].hits/c[l].n), -math.Log2(c[l].pred/c[l].n))
		}
		fmt.Println("CAL", line, c[0].n)
	}
	fmt.Println(len(words))
}
