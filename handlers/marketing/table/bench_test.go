package table

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

// BenchmarkAmounts reads a number and adds it to a sum, as for each cell of a table.
func BenchmarkAmounts(b *testing.B) {
	texts := []string{"1000", "12.34", "105.5", "7", "33", "0", "1977", "88.01"}

	b.Run("Amount", func(b *testing.B) {
		b.ReportAllocs()
		var sum Amount
		for i := 0; b.Loop(); i++ {
			a, ok := ReadAmount(texts[i%len(texts)])
			if !ok {
				b.Fatal(texts[i%len(texts)])
			}
			sum = sum.Add(a)
		}
	})

	b.Run("decimal", func(b *testing.B) {
		b.ReportAllocs()
		var sum decimal.Decimal
		for i := 0; b.Loop(); i++ {
			d, err := decimal.NewFromString(texts[i%len(texts)])
			if err != nil {
				b.Fatal(err)
			}
			sum = sum.Add(d)
		}
	})
}

// BenchmarkItems reads 100,000 rows.
func BenchmarkItems(b *testing.B) {
	const row = `{"date":"2026-01-02","channel":"campaign 7","impressions":1000,` +
		`"clicks":100,"conversions":7,"spend":10.25}`
	text := "[" + strings.Repeat(row+",", MaxRows-1) + row + "]"
	members := func(_ int, item *Item) error {
		item.Members(func(string, Cell) {})
		return nil
	}

	b.Run("Items", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := Items("rows", text, members); err != nil {
				b.Fatal(err)
			}
		}
	})

	b.Run("maps of encoding json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var rows []map[string]json.RawMessage
			if err := json.Unmarshal([]byte(text), &rows); err != nil {
				b.Fatal(err)
			}
		}
	})

	b.Run("tokens of encoding json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			dec := json.NewDecoder(strings.NewReader(text))
			dec.UseNumber()
			for {
				if _, err := dec.Token(); err != nil {
					break
				}
			}
		}
	})
}
