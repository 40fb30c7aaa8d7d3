package upstream

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
)

// shapeOf is the strictest type that a value fits: every member of an object is required, every list has the type of
// its first element. Lists whose elements differ, and objects with names that no tag can have, hold anything.
func shapeOf(v any) reflect.Type {
	switch v := v.(type) {
	case string:
		return reflect.TypeFor[string]()
	case float64:
		return reflect.TypeFor[float64]()
	case bool:
		return reflect.TypeFor[bool]()
	case []any:
		if len(v) == 0 {
			return reflect.TypeFor[[]any]()
		}
		if t := shapeOf(v[0]); t != reflect.TypeFor[any]() && alike(v, t) {
			return reflect.SliceOf(t)
		}
		return reflect.TypeFor[[]any]()
	case map[string]any:
		var fields []reflect.StructField
		for i, name := range sortedNames(v) {
			if strings.ContainsAny(name, "`\"\\,: ") || name == "-" || name == "" {
				return reflect.TypeFor[map[string]any]()
			}
			t := shapeOf(v[name])
			fields = append(fields, reflect.StructField{
				Name: "F" + strconv.Itoa(i),
				Type: t,
				Tag:  reflect.StructTag(`json:"` + name + `"`),
			})
		}
		return reflect.StructOf(fields)
	}
	return reflect.TypeFor[any]()
}

func alike(list []any, t reflect.Type) bool {
	return !slices.ContainsFunc(list, func(e any) bool { return shapeOf(e) != t })
}

func sortedNames(v map[string]any) []string {
	names := make([]string, 0, len(v))
	for name := range v {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// BenchmarkContractOfRecordedBodies is what the contract costs of reading the ten largest answers that were recorded:
// the walk stands in the place of json.Valid, and the body is decoded after either.
func BenchmarkContractOfRecordedBodies(b *testing.B) {
	type file struct {
		name string
		size int64
	}
	var files []file
	root := samples.Path(b, ".")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		info, err := d.Info()
		files = append(files, file{path, info.Size()})
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	slices.SortFunc(files, func(x, y file) int { return cmp.Compare(y.size, x.size) })

	for _, f := range files[:min(10, len(files))] {
		body, err := os.ReadFile(f.name)
		if err != nil {
			b.Fatal(err)
		}
		var value any
		if json.Unmarshal(body, &value) != nil {
			continue
		}
		shape := shapeOf(value)
		c := contractOf(reflect.New(shape).Interface())
		if _, err := c.check(body, nil, time.Time{}); err != nil {
			b.Fatalf("%s: %v", f.name, err)
		}
		b.Run(filepath.Base(f.name), func(b *testing.B) {
			took := map[string]time.Duration{}
			timed := func(what string, work func()) {
				began := time.Now()
				work()
				took[what] += time.Since(began)
			}
			for b.Loop() {
				timed("valid", func() { json.Valid(body) })
				timed("walk", func() { _, _ = c.check(body, nil, time.Time{}) })
				timed("decode", func() { json.Unmarshal(body, reflect.New(shape).Interface()) })
			}
			each := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(b.N) }
			b.ReportMetric(float64(len(body))/1e3, "kB")
			b.ReportMetric(each(took["walk"]), "walk-µs")
			b.ReportMetric(each(took["valid"]), "valid-µs")
			b.ReportMetric(each(took["decode"]), "decode-µs")
		})
	}
}
