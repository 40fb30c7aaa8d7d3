package bank

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/farebox/farebox/internal/upstream/banklists"
	"github.com/farebox/farebox/internal/upstream/banklists/banklisttest"
)

// TestOwnListsAreFoundWhole looks up every code of the lists in the folder FAREBOX_BANK_LISTS, and logs how many
// random codes the lists lack.
func TestOwnListsAreFoundWhole(t *testing.T) {
	folder := os.Getenv("FAREBOX_BANK_LISTS")
	if folder == "" {
		t.Skip("FAREBOX_BANK_LISTS names no folder of lists")
	}
	h := from(t, os.DirFS(folder))
	for country, list := range h.banks.own {
		f := h.formats[country]
		for _, key := range list.codes {
			code := key[2:]
			if len(code) < f.bank.to-f.bank.from {
				continue // the beginning of several codes
			}
			if verify(t, h, country, code)["bank_code_exists"] != true {
				t.Errorf("%s %s is not found", country, code)
			}
		}
		t.Logf("%s: %d codes, %.1f %% of random codes do not exist", country, len(list.codes), missed(h, f))
	}
}

// missed is the percentage of random bank codes reported as nonexistent.
func missed(h *Handlers, f *format) float64 {
	const draws = 10_000
	random := rand.New(rand.NewPCG(1, 1))
	missing := 0
	for range draws {
		bban := []byte(f.pattern)
		for p, kind := range f.pattern {
			bban[p] = byte('0' + random.IntN(10))
			if kind == 'a' {
				bban[p] = byte('A' + random.IntN(26))
			}
		}
		account := &iban{text: f.country + "00" + string(bban), format: f}
		if bank := h.banks.bank(account); bank.exists != nil && !*bank.exists {
			missing++
		}
	}
	return float64(missing) * 100 / draws
}

// BenchmarkListsInMemory loads lists of 2026's sizes: 14,000 bank codes of eleven lists, and 5,000 participants in
// the four schemes.
func BenchmarkListsInMemory(b *testing.B) {
	var text strings.Builder
	for n := range 14_000 {
		text.WriteString(banklisttest.Record{
			Code:      fmt.Sprintf("%08d", 10_000_000+n),
			Mark:      "1",
			Name:      fmt.Sprintf("Volksbank Raiffeisenbank Nummer %d", n/2),
			City:      fmt.Sprintf("Ort %d", n/3),
			BIC:       fmt.Sprintf("GENODEF1%03d", n%1000),
			Method:    "10",
			Change:    "U",
			Deletion:  "0",
			Successor: "00000000",
		}.Line() + "\r\n")
	}
	dir := fstest.MapFS{}
	for _, scheme := range []string{"sct", "sct_inst", "sdd_core", "sdd_b2b"} {
		rows := banklisttest.EPC(scheme)
		for n := range 5_000 {
			bic := fmt.Sprintf("GEN%cDEF%d%03d", 'A'+n/1000, n%10, n%1000)
			rows += fmt.Sprintf(`"X","Bank AG Nummer %d","","Ort %d","%s","2008-01-28","",""`+"\n", n, n, bic)
		}
		dir[scheme+".csv"] = &fstest.MapFile{Data: []byte(rows)}
	}

	for b.Loop() {
		before := heap()
		list, err := banklists.ReadBLZ([]byte(text.String()))
		if err != nil {
			b.Fatal(err)
		}
		x := indexed(list, source{name: "test", complete: true})
		list = nil
		registers, err := banklists.ReadRegisters(dir)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(heap()-before)/1e6, "MB-kept")
		runtime.KeepAlive(x)
		runtime.KeepAlive(registers)
	}
}

// heap is the memory in use after a collection, in bytes.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
