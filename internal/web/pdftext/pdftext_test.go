package pdftext

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klippa-app/go-pdfium/responses"
)

// reader is shared: making a sandbox ready takes seconds.
var reader = New()

// file writes a PDF of the given objects; the first is the catalog. It omits the cross-reference table, which
// readers rebuild.
func file(trailer string, objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	for i, object := range objects {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	fmt.Fprintf(&b, "trailer << /Root 1 0 R /Size %d %s >>\n%%%%EOF\n", len(objects)+1, trailer)
	return b.Bytes()
}

func stream(dictionary, content string) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(content), dictionary, content)
}

const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"

// onePage is a PDF whose page has the content, with the font F.
func onePage(trailer, content string, more ...string) []byte {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
		stream("", content),
		font,
	}
	return file(trailer, append(objects, more...)...)
}

func lines(texts ...string) string {
	var b strings.Builder
	b.WriteString("BT /F 12 Tf 14 TL 50 700 Td ")
	for _, text := range texts {
		fmt.Fprintf(&b, "(%s) Tj T* ", text)
	}
	b.WriteString("ET")
	return b.String()
}

func TestTextAndPropertiesOfAFile(t *testing.T) {
	info := "<< /Title (Microsoft Word - The title) /Author (Ann Other) /CreationDate (D:20260102030405+02'00') " +
		"/ModDate (D:20260203) >>"
	doc, err := reader.Read(t.Context(), onePage("/Info 6 0 R", lines("First line.", "Second line."), info))
	if err != nil {
		t.Fatal(err)
	}

	want := Document{
		Text:     "First line.\nSecond line.",
		Markdown: "First line.\nSecond line.",
		Letters:  21,
		Pages:    1,
		Title:    "The title",
		Author:   "Ann Other",
		Language: "en-GB",
		Created:  "2026-01-02T03:04:05+02:00",
		Modified: "2026-02-03",
	}
	if *doc != want {
		t.Errorf("\ngot  %+v\nwant %+v", *doc, want)
	}
}

// TestHeadingsAreToldBySize: two sizes above the text's, one of them over two lines.
func TestHeadingsAreToldBySize(t *testing.T) {
	text := func(size int, y int, lines ...string) string {
		return fmt.Sprintf("BT /F %d Tf %d TL 50 %d Td (%s) Tj ET ", size, size+2, y, strings.Join(lines, ") Tj T* ("))
	}
	body := []string{"The heat of the steam stops the oxidation within a minute, which is why", "the leaves stay green while they dry on the trays, as they always did", "and will, for as long as there is steam and somebody who makes it."}
	content := text(24, 760, "Steam and", "leaves") + text(16, 690, "First steps") + text(10, 670, body...) + text(16, 600, "Second steps") + text(10, 580, body...)
	doc, err := reader.Read(t.Context(), onePage("", content))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# Steam and leaves\n\n## First steps\n\nThe heat", "makes it.\n\n## Second steps\n\nThe heat"} {
		if !strings.Contains(doc.Markdown, want) {
			t.Errorf("no %q in\n%s", want, doc.Markdown)
		}
	}
	if strings.Contains(doc.Text, "#") {
		t.Errorf("marks in the text: %q", doc.Text)
	}

	slides := text(24, 760, "Large", "letters", "everywhere") + text(10, 600, "a note")
	if doc, err = reader.Read(t.Context(), onePage("", slides)); err != nil || strings.Contains(doc.Markdown, "#") {
		t.Errorf("headings of slides: %v %q", err, doc.Markdown)
	}
}

func TestWhatIsFilledIntoAFormIsRead(t *testing.T) {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R 9 0 R] /DR << /Font << /F 5 0 R >> >> /DA (/F 12 Tf) >> >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [6 0 R 7 0 R 8 0 R 9 0 R] >>",
		stream("", lines("Name of the applicant")),
		font,
		"<< /Type /Annot /Subtype /Widget /FT /Tx /T (form.name[0]) /TU (Applicant) /V (Ann Other) /Rect [50 600 200 620] /P 3 0 R >>",
		"<< /Type /Annot /Subtype /Widget /FT /Tx /T (form.town[0]) /V (Halle) /Rect [50 500 200 520] /P 3 0 R >>",
		"<< /Type /Annot /Subtype /Widget /FT /Tx /T (empty) /V () /Rect [50 400 200 420] /P 3 0 R >>",
		"<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /T (colour) /Opt [(red) (blue)] /V (blue) /Rect [50 300 200 320] /P 3 0 R >>",
	}
	doc, err := reader.Read(t.Context(), file("", objects...))
	if err != nil {
		t.Fatal(err)
	}
	if want := "Name of the applicant\n\nApplicant: Ann Other\ntown: Halle\ncolour: blue"; doc.Text != want {
		t.Errorf("%q, want %q", doc.Text, want)
	}
}

// TestWordsFromRightToLeftAreInTheirOrder: places are those that PDFium gives for words that a file draws one by one.
func TestWordsFromRightToLeftAreInTheirOrder(t *testing.T) {
	glyphs := func(words ...any) []*responses.GetPageTextStructuredChar {
		var all []*responses.GetPageTextStructuredChar
		for i := 0; i < len(words); i += 2 {
			if i > 0 {
				all = append(all, &responses.GetPageTextStructuredChar{Text: " "})
			}
			for k, r := range []rune(words[i].(string)) {
				at := float64(words[i+1].(int))
				if rightToLeft(r) {
					at -= float64(k)
				} else {
					at += float64(k)
				}
				all = append(all, &responses.GetPageTextStructuredChar{
					Text:          string(r),
					PointPosition: responses.CharPosition{Left: at},
				})
			}
		}
		return all
	}
	for _, c := range []struct {
		why  string
		line []*responses.GetPageTextStructuredChar
		want string
	}{
		{"drawn from the left", glyphs("العربية", 100, "الخطوط", 200, "انواع", 300), "انواع الخطوط العربية"},
		{"in order", glyphs("انواع", 300, "الخطوط", 200, "العربية", 100), "انواع الخطوط العربية"},
		{"Latin words between keep theirs", glyphs("שלום", 100, "New", 150, "York", 180, "ביקרתי", 300), "ביקרתי New York שלום"},
		{"from left to right", glyphs("New", 100, "York", 200, "City", 300), "New York City"},
	} {
		if got := placedLines(c.line)[0].text; got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

func TestLettersThatFontsDoNotName(t *testing.T) {
	for _, c := range []struct {
		why, text string
		bad       bool
	}{
		{"numbers of glyphs as letters", "ϸЇ Ԕΰ ༃͛ Î ߙ Ψ́ ʽী¢Ǌ੒ඥഀဍ೅ RହຏഀƹΉటҧ¢ȥǂ࣎ʤ̦˵ƹϕŊ૳һαฝ೗ϕࢼ", true},
		{"private use", "\ue001\ue002\ue003 abc", true},
		{"one strange word of many", "The quick brown fox jumps over the lazy Ψࣧ dog", false},
		{"Japanese with Latin", "これはPDFファイルのテストです。Webで読む", false},
		{"units and formulas", "5 μm, αβ-Carotin, Δx of the field", false},
		{"Russian with Latin words", "IT-компания Яндекс и Google, COVID-19", false},
		{"Arabic", "انواع الخطوط العربية PDF", false},
		{"nothing", "", false},
	} {
		if got := unreadable(legible(c.text)); got != c.bad {
			t.Errorf("%s: unreadable %v", c.why, got)
		}
	}
}

func TestFilesWithoutText(t *testing.T) {
	locked := "<< /Filter /Standard /V 1 /R 2 /P -4 /O <" + strings.Repeat("ab", 32) + "> /U <" +
		strings.Repeat("cd", 32) + "> >>"
	id := "/Encrypt 6 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]"
	for _, c := range []struct {
		why  string
		file []byte
		want error
	}{
		{"a picture of a page", onePage("", "0 0 600 800 re f"), ErrNoText},
		{"blanks", onePage("", lines("   ")), ErrNoText},
		{"a password", onePage(id, lines("secret"), locked), ErrEncrypted},
		{"no PDF", []byte("<html>"), ErrBroken},
		{"only its mark", []byte("%PDF-1.7\n"), ErrBroken},
		{"no pages", file("", "<< /Type /Catalog >>"), ErrBroken},
		{"nothing", nil, ErrBroken},
	} {
		t.Run(c.why, func(t *testing.T) {
			if doc, err := reader.Read(t.Context(), c.file); !errors.Is(err, c.want) {
				t.Errorf("%s: %+v %v, want %v", c.why, doc, err, c.want)
			}
		})
	}
}

// TestHostileFilesEnd: files built to take unbounded time or memory give an error or part of their text, and the
// reader continues to work.
func TestHostileFilesEnd(t *testing.T) {
	zeros := func(mib int) string {
		var b bytes.Buffer
		z, _ := zlib.NewWriterLevel(&b, zlib.BestCompression)
		block := make([]byte, 1<<20)
		for range mib {
			_, _ = z.Write(block)
		}
		_ = z.Close()
		return b.String()
	}
	packed := func(text string) string {
		var b bytes.Buffer
		z := zlib.NewWriter(&b)
		_, _ = z.Write([]byte(text))
		_ = z.Close()
		return b.String()
	}
	page := "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> " +
		"/XObject << /X 6 0 R >> >> >>"
	whole := func(kids, content string, more ...string) []byte {
		objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages " + kids + " >>", page, content, font}
		return file("", append(objects, more...)...)
	}
	one := "/Kids [3 0 R] /Count 1"
	form := "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X %d 0 R /Y %d 0 R >> >>"
	var doubling []string // each form draws the next twice: two to the power of their number
	for i := range 40 {
		doubling = append(doubling, stream(fmt.Sprintf(form, i+7, i+7), "/X Do /Y Do"))
	}
	doubling = append(doubling, stream("/Type /XObject /Subtype /Form /BBox [0 0 1 1]", "0 0 1 1 re f"))

	words := strings.Repeat("word ", 4<<20)
	for why, hostile := range map[string][]byte{
		"a bomb of zeros":          whole(one, stream("/Filter /FlateDecode", zeros(256))),
		"bombs in each other":      whole(one, stream("/Filter [/FlateDecode /FlateDecode]", packed(zeros(256)))),
		"text without end":         whole(one, stream("/Filter /FlateDecode", packed(lines(words)))),
		"forms that draw forms":    whole(one, stream("", "/X Do"), doubling...),
		"a form that draws itself": whole(one, stream("", "/X Do"), stream(fmt.Sprintf(form, 6, 6), "/X Do /Y Do")),
		"pages in a circle":        whole("/Kids [2 0 R 2 0 R] /Count 2", stream("", "")),
		"a billion pages":          whole("/Kids [3 0 R] /Count 1000000000", stream("", lines("x"))),
		"an array without end":     file("", strings.Repeat("[", 1<<20)),
		"the content is itself":    whole(one, "4 0 R"),
	} {
		t.Run(why, func(t *testing.T) {
			begin := time.Now()
			if doc, err := reader.Read(t.Context(), hostile); err == nil && len(doc.Text) > MaxText {
				t.Errorf("%s: %d bytes of text", why, len(doc.Text))
			} else {
				t.Logf("%s: %v, %v", why, err, time.Since(begin).Round(time.Millisecond))
			}
		})
	}
	if doc, err := reader.Read(t.Context(), onePage("", lines("still here"))); err != nil || doc.Text != "still here" {
		t.Errorf("afterwards: %+v %v", doc, err)
	}
}

// TestFileThatTakesTooLongIsGivenUp: the sandbox is stopped, and other files can be read.
func TestFileThatTakesTooLongIsGivenUp(t *testing.T) {
	if _, err := reader.Read(t.Context(), onePage("", lines("ready"))); err != nil {
		t.Fatal(err)
	}
	hasty := New()
	hasty.most = 500 * time.Millisecond
	hasty.compiled = reader.compiled

	endless := onePage("", lines(strings.Repeat("word ", 4<<20)))
	for range 2 * maxReaders {
		if _, err := hasty.Read(t.Context(), endless); !errors.Is(err, ErrTooMuch) {
			t.Fatal(err)
		}
	}
	if _, err := reader.Read(t.Context(), onePage("", lines("still here"))); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestCallerWhoLeavesIsNotWaitedFor(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if _, err := reader.Read(ctx, onePage("", lines("x"))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestCleanText(t *testing.T) {
	for _, c := range []struct{ why, raw, want string }{
		{"a word parted by a line's end", "exam\x02\r\nple", "example"},
		{"a hyphen of its own", "well-\r\nknown", "well-\nknown"},
		{"ligatures", "e\uFB03cient \uFB01sh", "efficient fish"},
		{"empty lines", "a\n\n\n \nb\n\n", "a\n\nb"},
		{"characters that mean nothing", "a\x01b\uFEFFc\uFFFF", "abc"},
		{"full width stays", "ＡＢＣ ①", "ＡＢＣ ①"},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := joinBroken(clean(c.raw)); got != c.want {
				t.Errorf("%s: %q, want %q", c.why, got, c.want)
			}
		})
	}
}

func TestTitlesThatProgramsWrite(t *testing.T) {
	for property, want := range map[string]string{
		"Annual report 2025":              "Annual report 2025",
		"Microsoft Word - Minutes":        "Minutes",
		"Microsoft Word - minutes.doc":    "",
		"untitled":                        "",
		"report_final.indd":               "",
		"  The\n  \x00title ":             "The title",
		"A study of report.pdf as a name": "A study of report.pdf as a name",
	} {
		t.Run(property, func(t *testing.T) {
			if got := title(property); got != want {
				t.Errorf("%q: %q, want %q", property, got, want)
			}
		})
	}
}

func TestDatesOfProperties(t *testing.T) {
	for property, want := range map[string]string{
		"D:20260102030405Z":       "2026-01-02T03:04:05Z",
		"D:20260102030405Z00'00'": "2026-01-02T03:04:05Z",
		"D:20260102030405-05'30'": "2026-01-02T03:04:05-05:30",
		"D:202601020304+01":       "2026-01-02T03:04:00+01:00",
		"D:20260102030405":        "2026-01-02",
		"20260102":                "2026-01-02",
		"D:20261302":              "",
		"D:19100101000000Z":       "",
		"Mon Jan 5 2004":          "",
		"":                        "",
	} {
		if got := moment(property); got != want {
			t.Errorf("%q: %q, want %q", property, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(onePage("", lines("text")))
	f.Add(onePage("/Info 6 0 R", lines("text"), "<< /Title (T) >>"))
	f.Fuzz(func(t *testing.T, doc []byte) {
		got, err := reader.Read(t.Context(), doc)
		if err == nil && (got.Text == "" || got.Pages < 1) {
			t.Fatalf("%+v", got)
		}
	})
}

// TestRealFiles reads the PDF files of the folder FAREBOX_PDFS. A file of the same name ending in .txt has the text
// from another program; the test logs the share of its words found, and of its pairs of neighbouring words.
func TestRealFiles(t *testing.T) {
	folder := os.Getenv("FAREBOX_PDFS")
	if folder == "" {
		t.Skip("FAREBOX_PDFS names no folder")
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}

	found := 0
	wanted := 0
	given := 0
	pairsFound := 0
	pairsWanted := 0
	for _, path := range paths {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := reader.Read(t.Context(), file)
		text := ""
		if err == nil {
			text = doc.Text
		}
		reference, _ := os.ReadFile(strings.TrimSuffix(path, ".pdf") + ".txt")

		want := words(string(reference))
		got := words(text)
		common := 0
		for word, n := range want {
			common += min(n, got[word])
		}
		other := pairs(string(reference))
		own := pairs(text)
		for pair, n := range other {
			pairsFound += min(n, own[pair])
		}
		pairsWanted += total(other)
		found += common
		wanted += total(want)
		given += total(got)
		t.Logf("%s: %v, %d words, %d in the other reading, %d common",
			filepath.Base(path), err, total(got), total(want), common)
	}
	t.Logf("%d of %d words of the other reading are found, %d are given; %d of %d pairs of neighbours", found, wanted, given,
		pairsFound, pairsWanted)
	if found*10 < wanted*9 {
		t.Error("more than a tenth of the words is missing")
	}
}

func words(text string) map[string]int {
	count := map[string]int{}
	for _, word := range strings.Fields(clean(text)) {
		count[word]++
	}
	return count
}

func pairs(text string) map[string]int {
	all := strings.Fields(clean(text))
	count := map[string]int{}
	for i := 1; i < len(all); i++ {
		count[all[i-1]+" "+all[i]]++
	}
	return count
}

func total(count map[string]int) int {
	n := 0
	for _, c := range count {
		n += c
	}
	return n
}
