package pdftext

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// dropHead takes the rows of the head from the body: those with words, or years, where the columns have numbers. It
// gives the number of columns that have numbers.
func (b *body) dropHead() int {
	numbers := 0
	for len(b.rows) > 1 {
		var columns []int
		for column := 1; column < len(b.columns); column++ {
			if numeric(b.cells[1:], column) {
				columns = append(columns, column)
			}
		}
		numbers = len(columns)
		if !namesColumns(b.cells, columns) {
			break
		}
		b.rows = b.rows[1:]
		b.cells = b.cells[1:]
	}
	return numbers
}

// namesColumns reports whether the first row names columns of numbers.
func namesColumns(cells [][]string, columns []int) bool {
	names := 0
	for _, column := range columns {
		text := cells[0][column]
		switch {
		case text == "":
		case !isNumber(text), year.MatchString(text) && !year.MatchString(cells[1][column]):
			names++
		default:
			return false
		}
	}
	return names > 0
}

// ofNumbers reports whether most of a line are numbers, so that it cannot be a head. Years and counted columns are.
func ofNumbers(runs []run) bool {
	numbers := 0
	for i, r := range runs {
		text := textOfWords(r.words)
		if !isNumber(text) || year.MatchString(text) {
			continue
		}
		if i == 0 || !counts(textOfWords(runs[i-1].words), text) {
			numbers++
		}
	}
	return numbers*2 >= len(runs)
}

// counts reports whether a number is the next of another.
func counts(before, text string) bool {
	a, err := strconv.Atoi(before)
	if err != nil {
		return false
	}
	b, err := strconv.Atoi(text)
	return err == nil && b == a+1
}

// framed reports whether level lines over the whole width are drawn above and below most rows.
func framed(rows []tableRow, drawn rules) bool {
	where := rows[0].box
	for _, row := range rows[1:] {
		where = where.with(row.box)
	}
	const wide = 0.8
	n := 0
	for _, one := range drawn.level {
		shared := min(one.to, where.right) - max(one.from, where.left)
		outside := where.left - one.from + one.to - where.right
		width := where.right - where.left
		if shared >= wide*width && outside < width/4 &&
			one.at > where.bottom-where.height()/4 && one.at < where.top+rows[0].height() {
			n++
		}
	}
	return n >= 2
}

// evenlyFilled reports whether most cells have a text, or in a long table nearly half.
func evenlyFilled(rows [][]string) bool {
	const long = 8 // rows
	most := 0.6
	if len(rows) >= long {
		most = 0.45
	}
	full := 0
	for _, row := range rows {
		full += filled(row)
	}
	return float64(full) >= most*float64(len(rows[0])*len(rows))
}

// hasProse reports whether a column has sentences in place of entries.
func hasProse(rows [][]string) bool {
	const (
		words = 5 // of an entry, on average
		first = 8 // of one in the first column
	)

	for column := range rows[0] {
		n := 0
		for _, row := range rows {
			n += countWords(row[column])
		}
		most := words
		if column == 0 {
			most = first
		}
		if n > most*len(rows) {
			return true
		}
	}
	return false
}

// countWords counts the words of a text, without what leads the eye to the next column.
func countWords(text string) int {
	n := 0
	for word := range strings.FieldsSeq(text) {
		if strings.Trim(word, ".…·_-–—") != "" {
			n++
		}
	}
	return n
}

// isContents reports whether rows are a table of contents, whose numbers are pages, or formulas with their numbers.
func isContents(rows [][]string) bool {
	last := 0
	for _, row := range rows {
		text := strings.Trim(row[len(row)-1], "() ")
		if text == "" {
			continue
		}
		number, err := strconv.Atoi(text)
		if err != nil || number < last {
			return false
		}
		last = number
	}
	return len(rows[0]) == 2 && last > 0
}

// numeric reports whether most entries of a column are numbers.
func numeric(rows [][]string, column int) bool {
	const most = 0.7
	numbers := 0
	entries := 0
	for _, row := range rows {
		if row[column] == "" {
			continue
		}
		entries++
		if isNumber(row[column]) {
			numbers++
		}
	}
	return entries*3 >= len(rows) && float64(numbers) >= most*float64(entries)
}

var (
	year  = regexp.MustCompile(`^(?:(?:FY|[QH][1-4][ /]?) ?)?(?:19|20)\d\d(?:[-/–](?:19|20)?\d\d)?[eEfFpP*]?$`)
	blank = regexp.MustCompile(`^(?:[-–—.…*†‡§]+|n/?a|N/?A|[xX×✓✔√●○])$`)
)

// isNumber reports whether a text is a number with its unit, stands for a missing one, or is a mark.
func isNumber(text string) bool {
	if blank.MatchString(text) {
		return true
	}
	digits := 0
	letters := 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > 0 && letters <= 3 && letters <= digits
}
