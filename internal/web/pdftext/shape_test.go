package pdftext

import (
	"fmt"
	"strings"
	"testing"
)

// at writes texts at places of a line, each from the left.
func at(y int, cells ...any) string {
	var b strings.Builder
	for i := 0; i < len(cells); i += 2 {
		fmt.Fprintf(&b, "BT /F 10 Tf %d %d Td (%s) Tj ET\n", cells[i], y, cells[i+1])
	}
	return b.String()
}

func TestColumnsOfNumbersUnderAHeadAreATable(t *testing.T) {
	head := at(700, 50, "Leaf", 150, "2024", 220, "2025")
	rows := at(686, 50, "Green", 150, "12.5", 220, "13.1") +
		at(672, 50, "Black", 150, "7", 220, "8.25") +
		at(658, 50, "White", 220, "1")
	note := at(600, 50, "All of it in tons.")

	const want = "| Leaf | 2024 | 2025 |\n|---|---|---|\n| Green | 12.5 | 13.1 |\n| Black | 7 | 8.25 |\n" +
		"| White |  | 1 |\n\nAll of it in tons."
	if got := markdownOf(t, onePage("", head+rows+note)); got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}

// TestHeadOfSeveralLines: what stands over two columns is no part of it and stays text.
func TestHeadOfSeveralLines(t *testing.T) {
	content := at(724, 180, "Harvest of both years") +
		at(710, 150, "Spring", 250, "Autumn", 350, "Winter") +
		at(698, 50, "Leaf", 150, "tons", 250, "tons", 350, "tons") +
		at(684, 50, "Green", 150, "12", 250, "13", 350, "1") +
		at(670, 50, "Black", 150, "7", 250, "8", 350, "2") +
		at(656, 50, "White", 150, "3", 250, "1", 350, "0")

	const want = "Harvest of both years\n\n| Leaf | Spring tons | Autumn tons | Winter tons |\n|---|---|---|---|\n" +
		"| Green | 12 | 13 | 1 |\n| Black | 7 | 8 | 2 |\n| White | 3 | 1 | 0 |"
	if got := markdownOf(t, onePage("", content)); got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}

// gridLines draws a table's lines through the places given.
func gridLines(xs, ys []int) string {
	var b strings.Builder
	b.WriteString("0.5 w\n")
	for _, x := range xs {
		fmt.Fprintf(&b, "%d %d m %d %d l S\n", x, ys[0], x, ys[len(ys)-1])
	}
	for _, y := range ys {
		fmt.Fprintf(&b, "%d %d m %d %d l S\n", xs[0], y, xs[len(xs)-1], y)
	}
	return b.String()
}

// TestLinesTellTheCells: a cell of several lines is one, in whatever order the file draws them.
func TestLinesTellTheCells(t *testing.T) {
	content := gridLines([]int{45, 145, 300}, []int{712, 692, 660, 640}) +
		at(698, 50, "Leaf") + at(698, 150, "Made by") +
		at(680, 50, "Green") + at(680, 150, "steaming,") + at(667, 150, "then drying") +
		at(646, 150, "withering") + at(646, 50, "White")

	const want = "| Leaf | Made by |\n|---|---|\n| Green | steaming, then drying |\n| White | withering |"
	if got := markdownOf(t, onePage("", content)); got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}

// TestSentencesAcrossTheColumnsAreNoRow: the lines around them tell no table then. Here the columns still do.
func TestSentencesAcrossTheColumnsAreNoRow(t *testing.T) {
	content := gridLines([]int{45, 145, 300}, []int{712, 692, 672, 652, 632}) +
		gridLines([]int{45, 300}, []int{632, 612}) +
		at(698, 50, "Leaf", 150, "Hours") + at(678, 50, "Green", 150, "2") +
		at(658, 50, "Black", 150, "9") + at(638, 50, "White", 150, "1") +
		at(618, 50, "It is so hot that we can see it go up to it as is")

	const want = "| Leaf | Hours |\n|---|---|\n| Green | 2 |\n| Black | 9 |\n| White | 1 |\n\n" +
		"It is so hot that we can see it go up to it as is"
	if got := markdownOf(t, onePage("", content)); got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}

func TestWhatIsNoTable(t *testing.T) {
	prose := func(x int) string {
		var b strings.Builder
		for i := range 6 {
			b.WriteString(at(700-12*i, x, "the leaves stay green while they dry", x+250, "in 1998 the 12 trays of steam were built"))
		}
		return b.String()
	}
	for _, c := range []struct{ why, content string }{
		{"two columns of prose, line by line", prose(40)},
		{"a table of contents", at(700, 50, "Picking", 300, "1") + at(686, 50, "Steaming", 300, "4") +
			at(672, 50, "Drying", 300, "9") + at(658, 50, "Packing", 300, "12")},
		{"numbered formulas", at(700, 50, "a = b", 300, "(1)") + at(686, 50, "b = c", 300, "(2)") +
			at(672, 50, "c = d", 300, "(3)") + at(658, 50, "d = e", 300, "(4)")},
		{"labels and entries of a form", gridLines([]int{45, 145, 300}, []int{712, 692, 672}) +
			at(698, 50, "Name", 150, "Ann Other") + at(678, 50, "Town")},
		{"a text that crosses a line", gridLines([]int{45, 145, 300}, []int{712, 692, 672, 652}) +
			at(698, 50, "Leaves of the first harvest", 200, "x") + at(678, 50, "a", 150, "b") + at(658, 50, "c", 150, "d")},
		{"two rows", at(700, 50, "Leaf", 150, "2024") + at(686, 50, "Green", 150, "12.5")},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := markdownOf(t, onePage("", c.content)); strings.Contains(got, "| ---") {
				t.Errorf("a table:\n%s", got)
			}
		})
	}
}

// TestLinesOfAParagraphAreJoined: a line ends a paragraph where the next word would have had a place.
func TestLinesOfAParagraphAreJoined(t *testing.T) {
	content := lines(
		"The heat of the steam stops the oxidation within a minute, which is why",
		"the leaves stay green while they dry on the trays, as they always did.",
		"Then they are packed.",
		"Packed leaves keep for a year in the dark, where it is dry and where the",
		"smell of other goods does not reach them.",
		"12 Harbour Road",
		"Leith")
	const want = "The heat of the steam stops the oxidation within a minute, which is why the leaves stay green while they " +
		"dry on the trays, as they always did. Then they are packed.\n\n" +
		"Packed leaves keep for a year in the dark, where it is dry and where the smell of other goods does not reach " +
		"them.\n\n12 Harbour Road\nLeith"
	if got := markdownOf(t, onePage("", content)); got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}

func TestHyphensOfLineBreaks(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"a syllable", "the oxi\uFFFEdation stops", "the oxidation stops"},
		{"over a line", clean("the oxi\x02\r\ndation stops"), "the oxidation stops"},
		{"a compound that the text has elsewhere", "a well\uFFFEknown leaf, well-known here", "a well-known leaf, well-known here"},
		{"the joined word elsewhere", "an email, the e\uFFFEmail", "an email, the email"},
		{"two words of the text", "long\uFFFEterm: a long time, a term", "long-term: a long time, a term"},
		{"a name", "Austria\uFFFEHungary", "Austria-Hungary"},
		{"a number", "COVID\uFFFE19", "COVID-19"},
		{"an address", "https://example.com/cloud\uFFFEtools", "https://example.com/cloud-tools"},
		{"at the end", "a line\uFFFE", "a line-"},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := joinBroken(c.text); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestBoldLinesAboveATextAreHeadings: bold words within a text are none, and neither is the last line of a page.
func TestBoldLinesAboveATextAreHeadings(t *testing.T) {
	text := "The heat of the steam stops the oxidation within a minute, which is why it is so often used."
	content := fmt.Sprintf("BT 14 TL 50 700 Td /B 10 Tf (First steps) Tj T* /F 10 Tf (%s) Tj T* (%s) Tj T* "+
		"(It is ) Tj /B 10 Tf (hot) Tj /F 10 Tf ( and wet.) Tj T* (%s) Tj T* /B 10 Tf (The end) Tj ET", text, text, text)
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R " +
			"/Resources << /Font << /F 5 0 R /B 6 0 R >> >> >>",
		stream("", content),
		font,
		strings.Replace(font, "Helvetica", "Helvetica-Bold", 1),
	}
	got := markdownOf(t, file("", objects...))
	if !strings.HasPrefix(got, "# First steps\n\nThe heat") || strings.Count(got, "#") != 1 {
		t.Errorf("got %q", got)
	}
}

// leaves are a small table without lines.
func leaves() string {
	return at(500, 50, "Leaf", 150, "2024", 220, "2025") +
		at(486, 50, "Green", 150, "12.5", 220, "13.1") +
		at(472, 50, "Black", 150, "7", 220, "8.25") +
		at(458, 50, "White", 150, "3", 220, "1")
}

// TestTablesOfTurnedText: wide tables are printed across the page, and read as if the page were turned.
func TestTablesOfTurnedText(t *testing.T) {
	const want = "| Leaf | 2024 | 2025 |\n|---|---|---|\n| Green | 12.5 | 13.1 |\n| Black | 7 | 8.25 |\n" +
		"| White | 3 | 1 |"
	for _, turn := range []string{"1 0 0 1 0 0", "0 1 -1 0 612 0", "0 -1 1 0 0 792"} {
		content := "q " + turn + " cm\n" + leaves() + "Q\n"
		if got := markdownOf(t, onePage("", content)); got != want {
			t.Errorf("%s:\ngot  %q\nwant %q", turn, got, want)
		}
	}
}

// TestDotsThatLeadToTheNextColumnAreNoWords: a column of names with them does not consist of sentences.
func TestDotsThatLeadToTheNextColumnAreNoWords(t *testing.T) {
	const dots = " . . . . . . . . . ."
	content := at(500, 50, "Leaf", 150, "2024", 220, "2025") +
		at(486, 50, "Green"+dots, 150, "12.5", 220, "13.1") +
		at(472, 50, "Black"+dots, 150, "7", 220, "8.25") +
		at(458, 50, "White"+dots, 150, "3", 220, "1")
	got := markdownOf(t, onePage("", content))
	if !strings.HasPrefix(got, "| Leaf | 2024 | 2025 |") || !strings.Contains(got, dots+" | 7 | 8.25 |") {
		t.Errorf("got %q", got)
	}
}

// TestLinesThatOnlyFrameColumnsAreNoGrid: the columns tell the table where lines part groups of them.
func TestLinesThatOnlyFrameColumnsAreNoGrid(t *testing.T) {
	content := gridLines([]int{40, 200, 340}, []int{515, 496, 450}) +
		at(500, 50, "Leaf", 130, "2023", 220, "2024", 290, "2025") +
		at(486, 50, "Green", 130, "12.5", 220, "13.1", 290, "11") +
		at(472, 50, "Black", 130, "7", 220, "8.25", 290, "9") +
		at(458, 50, "White", 130, "3", 220, "1", 290, "2")
	const want = "| Leaf | 2023 | 2024 | 2025 |\n|---|---|---|---|\n| Green | 12.5 | 13.1 | 11 |\n" +
		"| Black | 7 | 8.25 | 9 |\n| White | 3 | 1 | 2 |"
	if got := markdownOf(t, onePage("", content)); got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}

// TestCellsOfSeveralLinesAreOneRowBetweenLines: where lines part the rows, texts of different heights are cells of one.
func TestCellsOfSeveralLinesAreOneRowBetweenLines(t *testing.T) {
	content := gridLines([]int{40, 140, 240, 300}, []int{720, 700, 680, 660, 640, 590}) +
		at(706, 50, "Leaf", 150, "From", 250, "Tons") +
		at(686, 50, "Green", 150, "Hill", 250, "12") +
		at(666, 50, "Black", 150, "Lake", 250, "7") +
		at(646, 50, "White", 150, "Wood", 250, "3") +
		at(628, 50, "Yellow,", 150, "A valley", 250, "1") +
		at(618, 50, "rolled", 150, "in the") +
		at(608, 50, "by hand", 150, "far north") +
		at(598, 150, "and west")
	const want = "| Leaf | From | Tons |\n|---|---|---|\n| Green | Hill | 12 |\n| Black | Lake | 7 |\n" +
		"| White | Wood | 3 |\n| Yellow, rolled by hand | A valley in the far north and west | 1 |"
	if got := markdownOf(t, onePage("", content)); got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}

// TestEntriesWithoutASpaceBetweenThemStandInTheirColumns: the text has them as one word.
func TestEntriesWithoutASpaceBetweenThemStandInTheirColumns(t *testing.T) {
	content := at(500, 50, "Leaf", 150, "2023", 220, "2024", 290, "2025") +
		at(486, 50, "Green", 150, "12.5", 220, "13.1", 290, "11") +
		at(472, 50, "Black", 150, "7", 220, "8.25", 290, "9") +
		at(458, 50, "White", 150, "3") + "BT /F 10 Tf 66.7 Tc 220 458 Td (--) Tj ET\n"
	const want = "| White | 3 | - | - |"
	if got := markdownOf(t, onePage("", content)); !strings.Contains(got, want) {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}
