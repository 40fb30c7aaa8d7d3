package pdftext

import (
	"fmt"
	"strings"
	"testing"
)

// taggedPage writes the content of a page: each text is a line of its own and a marked content of the number that it
// has in the list. A page number is under them.
func taggedPage(texts ...string) string {
	var b strings.Builder
	for i, text := range texts {
		fmt.Fprintf(&b, "/P << /MCID %d >> BDC BT /F 10 Tf 50 %d Td (%s) Tj ET EMC\n", i, 700-14*i, text)
	}
	b.WriteString("/Artifact BMC BT /F 10 Tf 50 20 Td (77) Tj ET EMC\n")
	return b.String()
}

// kin is a structure element. Its kids are such elements and numbers of marked contents.
type kin struct {
	kind string
	kids []any
}

func is(kind string, kids ...any) kin {
	return kin{
		kind: kind,
		kids: kids,
	}
}

// taggedFile is a file of pages with a structure each.
type taggedFile struct {
	objects []string
	pages   []string
	roots   []string
	parents []string
}

// tagged writes a file of pages, each with the content and the structure of its place.
func tagged(contents []string, structures []kin) []byte {
	f := &taggedFile{objects: []string{
		"<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 3 0 R >>", "", "", font,
	}}
	for i, content := range contents {
		page := f.add(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R "+
			"/StructParents %d /Resources << /Font << /F 4 0 R >> >> >>", len(f.objects)+2, i))
		f.add(stream("", content))

		owners := map[int]string{}
		root := f.structure(structures[i], "3 0 R", page, owners)
		var list []string
		for number := range len(owners) {
			list = append(list, owners[number])
		}
		f.pages = append(f.pages, page)
		f.roots = append(f.roots, root)
		f.parents = append(f.parents, fmt.Sprintf("%d [%s]", i, strings.Join(list, " ")))
	}

	f.objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(f.pages, " "), len(f.pages))
	f.objects[2] = fmt.Sprintf("<< /Type /StructTreeRoot /K [%s] /ParentTree << /Nums [%s] >> >>",
		strings.Join(f.roots, " "), strings.Join(f.parents, " "))
	return file("", f.objects...)
}

// add adds an object and gives the reference to it.
func (f *taggedFile) add(object string) string {
	f.objects = append(f.objects, object)
	return fmt.Sprintf("%d 0 R", len(f.objects))
}

// structure adds an element with all that is in it, and notes which element has each marked content.
func (f *taggedFile) structure(t kin, parent, page string, owners map[int]string) string {
	own := f.add("")
	at := len(f.objects) - 1
	var kids []string
	for _, kid := range t.kids {
		switch kid := kid.(type) {
		case int:
			owners[kid] = own
			kids = append(kids, fmt.Sprint(kid))
		case kin:
			kids = append(kids, f.structure(kid, own, page, owners))
		}
	}
	f.objects[at] = fmt.Sprintf("<< /Type /StructElem /S /%s /P %s /Pg %s /K [%s] >>", t.kind, parent, page,
		strings.Join(kids, " "))
	return own
}

func markdownOf(t *testing.T, file []byte) string {
	t.Helper()
	doc, err := reader.Read(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Markdown
}

// TestTagsTellHeadingsListsAndTables: what the file names is written as that, whatever it looks like.
func TestTagsTellHeadingsListsAndTables(t *testing.T) {
	content := taggedPage("Tea", "Steamed within a day,", "dried on trays.", "1.", "Pick", "2.", "Steam", "Leaf", "Hours",
		"Green", "2|3")
	item := func(label, body int) kin {
		return is("LI", is("Lbl", label), is("LBody", is("P", body)))
	}
	row := func(kind string, first, second int) kin {
		return is("TR", is(kind, first), is(kind, second))
	}
	root := is("Document",
		is("H2", 0),
		is("P", 1, is("Span", 2)),
		is("L", item(3, 4), item(5, 6)),
		is("Table",
			is("THead", row("TH", 7, 8)),
			is("TBody", row("TD", 9, 10))))

	const want = "## Tea\n\nSteamed within a day, dried on trays.\n\n1. Pick\n2. Steam\n\n" +
		"| Leaf | Hours |\n|---|---|\n| Green | 2\\|3 |"
	if got := markdownOf(t, tagged([]string{content}, []kin{root})); got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}

func TestListsWithinLists(t *testing.T) {
	content := taggedPage("- Pick", "- by hand", "- Steam", "(a) a note")
	item := func(kids ...any) kin { return is("LI", is("LBody", kids...)) }
	root := is("Div", is("L",
		item(is("P", 0), is("L", item(1))),
		item(is("NonStruct", 2)),
		item(3)))

	const want = "- Pick\n  - by hand\n- Steam\n- (a) a note"
	if got := markdownOf(t, tagged([]string{content}, []kin{root})); got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}

// TestTableThatAPageEndsGoesOn: its head is not repeated. A table of one column is there for the layout.
func TestTableThatAPageEndsGoesOn(t *testing.T) {
	table := is("Table",
		is("TR", is("TH", 0), is("TH", 1)),
		is("TR", is("TD", 2), is("TD", 3)))
	contents := []string{
		taggedPage("Leaf", "Hours", "Green", "2"),
		taggedPage("Leaf", "Hours", "Black", "9"),
		taggedPage("One", "Two"),
	}
	layout := is("Table", is("TR", is("TD", 0)), is("TR", is("TD", 1)))

	const want = "| Leaf | Hours |\n|---|---|\n| Green | 2 |\n| Black | 9 |\n\nOne\n\nTwo"
	if got := markdownOf(t, tagged(contents, []kin{table, table, layout})); got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}

// TestTagsThatLeaveOutTheTextAreNotUsed: a structure of the first line alone hides nothing.
func TestTagsThatLeaveOutTheTextAreNotUsed(t *testing.T) {
	content := taggedPage("Tea", "Steamed within a day,", "dried on trays.")
	got := markdownOf(t, tagged([]string{content}, []kin{is("P", 0)}))
	for _, want := range []string{"Tea\nSteamed within a day,\ndried on trays.", "77"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// TestBulletsAreItems: without tags a bullet tells an item.
func TestBulletsAreItems(t *testing.T) {
	got := markdownOf(t, onePage("", lines(`\225 Pick`, `\225 Steam`, "Dry")))
	if want := "- Pick\n- Steam\nDry"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestLettersBeyondTheBasicPlane: PDFium counts the two halves of each.
func TestLettersBeyondTheBasicPlane(t *testing.T) {
	const cmap = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def " +
		"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <D835DC5D> endbfchar endcmap end end"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
		stream("", lines("A is a prime")),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
		stream("", cmap),
	}
	doc, err := reader.Read(t.Context(), file("", objects...))
	if err != nil || doc.Text != "\U0001D45D is a prime" || doc.Unreadable != 0 {
		t.Errorf("%v, %+v", err, doc)
	}
}
