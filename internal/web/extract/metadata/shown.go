package metadata

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// takeMoment notes n if it shows a date: a time element, or one whose class suggests a date or a byline.
func (f *found) takeMoment(n *html.Node, class string, at around) {
	const longest = 160 // in bytes; a text that shows a date and little else fits

	switch prop := blocks.Attr(n, "itemprop"); prop {
	case "datePublished", "dateCreated":
		f.takeProp(itemDate, n)
	case "dateModified":
		f.takeProp("datemodified", n)
		return
	}
	isTime := n.DataAtom == atom.Time
	if len(f.times) >= mostMoments || !isTime && !namesDate(class) {
		return
	}

	text := Squeeze(innerText(n))
	if isTime {
		text = firstOf(blocks.Attr(n, "datetime"), blocks.Attr(n, "content"), text)
	}
	if len(text) < 6 || len(text) > longest {
		return
	}
	f.times = append(f.times, moment{
		text:      text,
		node:      n,
		read:      f.read,
		isTime:    isTime,
		isChanged: namesChange(class),
		region:    at.region,
	})
}

// namesChange reports whether a class is that of the day of a change.
func namesChange(class string) bool {
	return containsAny(class, "update", "modif", "revision") && !containsAny(class, "publish", "creat")
}

// startsPublished reports whether a text begins with a word for publishing.
func startsPublished(text string) bool {
	const first = 8 // bytes
	label := publishedLabel.FindStringIndex(text)
	return label != nil && label[0] <= first && !changedLabel.MatchString(text)
}

// namesDate reports whether a class suggests when or by whom a page was published.
func namesDate(class string) bool {
	return containsAny(class, "date", "publish", "posted", "byline", "timestamp", "meta", "time", "datum",
		"fecha", "info", "source") &&
		!containsAny(class, "related", "metadata-", "timeline", "sometimes", "sentiment", "resource")
}

// labelled matches words that say what a date means.
var (
	changedLabel = regexp.MustCompile(`(?i)updat|modif|edited|revised|\bgenerated|aktualisier|geändert|änderung|stand:|` +
		`mis à jour|actualizad|atualizad|aggiornat|bijgewerkt|обновл|изменен|更新|修改|改訂|수정|تحديث|แก้ไข|به.?روز`)
	publishedLabel = regexp.MustCompile(`(?i)publish|posted|\bdate\b|veröffentlicht|erschienen|datum|` +
		`erstellt|publié|fecha|publicad|pubblicat|geplaatst|опублик|дата|发布|發佈|發布|发表|發表|时间|時間|日期|公開|配信|掲載|投稿|` +
		`입력|등록|작성|نشر|تاريخ|เผยแพร่|วันที่|منتشر|تاریخ`)
)

// published is the day of publication as shown to readers or in the page's URL.
func (f *found) published(at place, order dayOrder, pageURL *url.URL) string {
	for _, fits := range []func(moment) bool{
		func(m moment) bool { return m.isTime && at.isNear(m.read) && !at.isBeside(m.region) },
		func(m moment) bool { return !m.isTime && at.isNear(m.read) && !at.isBeside(m.region) },
		func(m moment) bool { return m.isTime && !at.isBeside(m.region) },
		func(m moment) bool { return at.isRightBelow(m.read) },
	} {
		for _, m := range f.times {
			if m.isChanged || !fits(m) {
				continue
			}
			if day := shownDay(m.text, order); day != "" {
				return day
			}
		}
	}

	if pageURL != nil {
		if day := dayInPath(pageURL.Path, order); day != "" {
			return day
		}
	}

	return firstOf(f.lineDay(at, order), f.statementDay(false, order))
}

// shownDay reads the date out of a text that shows little else. It ignores dates of changes.
func shownDay(text string, order dayOrder) string {
	if day := Date(text); day != "" {
		return day
	}
	for part := range strings.SplitSeq(text, "|") {
		if at := changedLabel.FindStringIndex(part); at != nil {
			part = part[:at[0]]
		}
		if day := firstOf(dayIn(part, order), shortDay(part, order)); day != "" {
			return day
		}
	}
	return ""
}

// lineDay finds a date by its place alone: a short line near the title that is little more than a date, or says
// that it is the date of publication.
func (f *found) lineDay(at place, order dayOrder) string {
	const short = 48 // characters
	for _, l := range f.lines {
		if at.isBeside(l.region) || !at.isNear(l.read) || !strings.ContainsFunc(l.text, isDayFigure) ||
			changedLabel.MatchString(l.text) {
			continue
		}
		text := l.text
		if utf8.RuneCountInString(text) > short {
			label := publishedLabel.FindStringIndex(text)
			if isLabelled := label != nil && label[0] <= short; !isLabelled && at.isRightBelow(l.read) {
				text = beginning(text)
			} else if !isLabelled {
				continue
			}
		}
		if day := dayIn(text, order); day != "" {
			return day
		}
	}

	return ""
}

// isDayFigure reports whether a letter can be part of a date: digits, and the Chinese word for year.
func isDayFigure(r rune) bool { return unicode.IsDigit(r) || r == '年' }

// dateline matches the start of a text where agencies and associations state the day: before a mark, or as the
// first digits.
var dateline = regexp.MustCompile(`^\(?(?:\d[\d.]{5,9}|(?:19|20)\d\d(?:[-/.]|年)\d\d?(?:[-/.]|月)\d\d?|` +
	`.{1,48}?\d{4} ?(?:[|–—:]|- ))`)

// beginning is the dateline of a text, or "".
func beginning(text string) string { return dateline.FindString(text) }

// changed is the day of the last change that the page shows.
func (f *found) changed(at place, order dayOrder) string {
	for _, m := range f.times {
		if at.isBeside(m.region) {
			continue
		}
		if m.isChanged {
			if day := firstOf(Date(m.text), dayIn(m.text, order)); day != "" {
				return day
			}
		}
		if label := changedLabel.FindStringIndex(m.text); label != nil {
			if day := dayIn(m.text[label[0]:], order); day != "" {
				return day
			}
		}
	}
	return firstOf(f.statementDay(true, order), f.changedBeside(order))
}

// changedBeside is the day on which all days of changes beside the text agree, such as in a footer.
func (f *found) changedBeside(order dayOrder) string {
	only := ""
	for _, m := range f.times {
		if !m.isChanged {
			continue
		}
		day := firstOf(Date(m.text), dayIn(m.text, order))
		if day != "" && only != "" && day != only {
			return ""
		}
		only = firstOf(only, day)
	}
	return only
}

// Paths keep dates as /2019/05/30/, /2019-05-30-, /20190530/ or /t20190530_.
var (
	pathDay    = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)[-/_](\d{1,2})[-/_](\d{1,2})(?:\D|$)`)
	pathYear   = regexp.MustCompile(`(?:^|\D)(\d{1,2})-(\d{1,2})-(20\d\d)(?:\D|$)`)
	pathDigits = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)[-/_]?(0[1-9]|1[0-2])[-/_]?(0[1-9]|[12]\d|3[01])(?:\D|$)`)
)

func dayInPath(path string, order dayOrder) string {
	if len(path) > 2000 {
		return ""
	}
	for _, form := range []*regexp.Regexp{pathDay, pathDigits} {
		if m := form.FindStringSubmatch(path); m != nil {
			return gregorian(number(m[1]), number(m[2]), number(m[3]))
		}
	}
	if m := pathYear.FindStringSubmatch(path); m != nil {
		return dayOfFigures(number(m[1]), number(m[2]), number(m[3]), "-", order)
	}
	return ""
}
