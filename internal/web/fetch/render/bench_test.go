package render_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch/render"
)

// article is a page of 100 paragraphs that a script draws from data.
func article(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, `<!doctype html><title>Article</title><main id=m></main><script>
			fetch('/data').then(r => r.json()).then(list => { for (const t of list) { const p = document.createElement('p'); p.textContent = t; m.append(p); } });
		</script>`)
	case "/data":
		fmt.Fprintf(w, `["%s"]`, strings.Repeat(strings.Repeat("some words of text ", 20)+`","`, 99)+"the end")
	default:
		http.NotFound(w, r)
	}
}

// BenchmarkColdStart: a browser is started, checked, renders one page and is ended.
func BenchmarkColdStart(b *testing.B) {
	for b.Loop() {
		r := serve(b, render.Options{}, article)
		wantBody(b, render1(b, r, "/"), "the end")
		r.Close()
	}
}

// BenchmarkRender: one page after another in a running browser. Half a second of each is the wait for quiet.
func BenchmarkRender(b *testing.B) {
	r := serve(b, render.Options{MaxRenders: 1 << 20}, article)
	wantBody(b, render1(b, r, "/"), "the end")
	for b.Loop() {
		wantBody(b, render1(b, r, "/"), "the end")
	}
}

// BenchmarkRenderSideBySide: as many in parallel as there are slots.
func BenchmarkRenderSideBySide(b *testing.B) {
	for _, places := range []int{2, 4} {
		b.Run(fmt.Sprint(places), func(b *testing.B) {
			r := serve(b, render.Options{Pool: places, MaxRenders: 1 << 20}, article)
			wantBody(b, render1(b, r, "/"), "the end")
			b.SetParallelism(places)
			peak := int64(0)
			b.ResetTimer()
			callers := new(atomic.Int64)
			b.RunParallel(func(pb *testing.PB) {
				ctx := as(b, fmt.Sprint(callers.Add(1)))
				for pb.Next() {
					if _, err := r.Render(ctx, site+"/"); err != nil && render.Reason(err) != render.KindBusy {
						b.Error(err)
					}
				}
			})
			peak = r.Memory()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
			b.ReportMetric(float64(peak)/(1<<20), "MiB")
		})
	}
}
