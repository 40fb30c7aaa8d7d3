package web

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/pdftext"
)

// pdfReader is shared by all services: preparing it takes seconds.
var pdfReader = pdftext.New()

// pdfFile is a PDF of one page with the given content.
func pdfFile(content string) string {
	var b strings.Builder
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	for i, object := range []string{
		"<< /Type /Catalog /Pages 2 0 R /Lang (en) >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		"<< /Title (Report) /Author (Ann) /CreationDate (D:20260102030405Z) >>",
	} {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	b.WriteString("trailer << /Root 1 0 R /Info 6 0 R /Size 7 >>\n%%EOF\n")
	return b.String()
}

const drawnText = "BT /F 12 Tf 14 TL 50 700 Td (The text of a report.) Tj T* (Its second line.) Tj ET"

func TestTextOfAPDFWhateverItIsCalled(t *testing.T) {
	web, option := newSite(t)
	web.file("/right", "application/pdf", pdfFile(drawnText))
	web.file("/page", "text/html", pdfFile(drawnText))
	web.file("/data", "application/octet-stream", pdfFile(drawnText))
	s := newService(t, fetch.Options{}, option)

	for _, path := range []string{"/right", "/page", "/data"} {
		status, got := s.Get("/extract", "url", "http://example.com"+path)
		for key, want := range map[string]any{
			"content":      "The text of a report.\nIts second line.",
			"content_type": "application/pdf",
			"method":       "pdf",
			"confidence":   1.0,
			"page_count":   1.0,

			"unreadable_pages": 0.0,
			"title":            "Report",
			"author":           "Ann",
			"lang":             "en",
			"published_at":     "2026-01-02T03:04:05Z",
			"truncated":        false,
		} {
			if status != http.StatusOK || got[key] != want {
				t.Errorf("%s: %d, %s is %v, want %v", path, status, key, got[key], want)
			}
		}
	}
}

func TestPDFWithoutTextIsNotSold(t *testing.T) {
	web, option := newSite(t)
	web.file("/scan", "application/pdf", pdfFile("0 0 600 800 re f"))
	web.file("/broken", "application/pdf", "%PDF-1.7\n")
	s := newService(t, fetch.Options{}, option)

	for path, want := range map[string]string{"/scan": "scan", "/broken": "broken"} {
		status, got := s.Get("/extract", "url", "http://example.com"+path)
		detail, _ := got["detail"].(string)
		if status != http.StatusUnprocessableEntity || got["code"] != "no_content" || !strings.Contains(detail, want) {
			t.Errorf("%s: %d %v", path, status, got)
		}
	}
}

// TestDataCalledAPageIsRefusedByWhatItIs: bytes that are not text never come back as text.
func TestDataCalledAPageIsRefusedByWhatItIs(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(strings.Repeat(article, 3))); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{
		"image/png":          "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01",
		"application/x-gzip": packed.String(),
		"application/zip":    "PK\x03\x04\x14\x00\x06\x00\x08\x00",
		"application/pdf":    pdfFile(drawnText),
	}

	web, option := newSite(t)
	s := newService(t, fetch.Options{}, option)

	n := 0
	for kind, body := range kinds {
		for _, label := range []string{"text/html", "text/plain", ""} {
			n++
			path := fmt.Sprintf("/%d", n)
			web.file(path, label, body)
			for _, route := range []string{"/extract", "/structured", "/links"} {
				if route == "/extract" && kind == "application/pdf" {
					continue
				}
				status, got := s.Get(route, "url", "http://example.com"+path)
				detail, _ := got["detail"].(string)
				if status != http.StatusUnprocessableEntity || got["code"] != "unsupported_media_type" ||
					!strings.Contains(detail, kind) {
					t.Errorf("%s of %s called %q: %d %v", route, kind, label, status, got)
				}
			}
		}
	}
}

func TestPageInUTF16WithoutALabelIsRead(t *testing.T) {
	var wide strings.Builder
	for _, r := range article {
		wide.WriteByte(byte(r))
		wide.WriteByte(0)
	}
	web, option := newSite(t)
	web.file("/wide", "text/html", wide.String())
	s := newService(t, fetch.Options{}, option)

	status, got := s.Get("/extract", "url", "http://example.com/wide")
	content, _ := got["content"].(string)
	if status != http.StatusOK || !strings.Contains(content, "Rolling comes next") {
		t.Errorf("%d %v", status, got)
	}
}
