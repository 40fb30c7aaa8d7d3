package charset

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

func in(t *testing.T, charset, text string) []byte {
	t.Helper()
	enc, err := htmlindex.Get(charset)
	if err != nil {
		t.Fatal(err)
	}
	b, err := enc.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", charset, err)
	}
	return b
}

func TestCharsetIsTakenInOrder(t *testing.T) {
	latin := "<meta charset=windows-1251><p>caf\xe9 \xe0"
	far := strings.Repeat("far ", sniffed/4)
	for _, c := range []struct {
		name, contentType, body string
		text                    string // a part of the result
		charset                 string
		source                  Source
	}{
		{"BOM over all", "text/html; charset=windows-1251", "\xEF\xBB\xBF<meta charset=latin1>é", "é", "utf-8", BOM},
		{"UTF-16LE BOM", "text/html; charset=utf-8", "\xFF\xFEa\x00\xe9\x00", "aé", "utf-16le", BOM},
		{"UTF-16BE BOM", "", "\xFE\xFF\x00a\x00\xe9", "aé", "utf-16be", BOM},
		{"HTTP over meta", "text/html; charset=ISO-8859-1", latin, "café à", "windows-1252", HTTP},
		{"HTTP header in disorder", `text/html; charset=iso-8859-1; ; x"`, latin, "café à", "windows-1252", HTTP},
		{"quoted", `text/html; charset="koi8-r"`, "\xd0\xd2\xc9", "при", "koi8-r", HTTP},
		{"meta", "text/html", latin, "cafй а", "windows-1251", Meta},
		{"meta http-equiv", "", `<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">` + "\xe9", "й", "windows-1251", Meta},
		{"meta in a comment", "", "<!-- <meta charset=koi8-r> --><meta charset='windows-1251'>\xe9", "й", "windows-1251", Meta},
		{"meta late in the head", "text/html", "<head><script>" + far + "<meta charset=koi8-r></script><meta charset=windows-1251>\xe9", "й", "windows-1251", Meta},
		{"meta too late", "text/html", "<p>" + far + "<p><meta charset=windows-1251>caf\xe9 \xe0 la", "café à la", "windows-1252", Default},
		{"meta below the head", "text/html", "<title>" + far + "</title></head><meta charset=windows-1251>caf\xe9 \xe0 la", "café à la", "windows-1252", Default},
		{"meta of another kind", "", "<meta name=note content='charset=koi8-r'><meta charset=windows-1251>\xe9", "й", "windows-1251", Meta},
		{"meta unknown, the next known", "", "<meta charset=none><meta charset=windows-1251>\xe9", "й", "windows-1251", Meta},
		{"says Cyrillic, is UTF-8", "text/html; charset=windows-1251", "при", "при", "utf-8", Guess},
		{"says Chinese, is UTF-8", "", "<meta charset=gbk>中国の", "中国の", "utf-8", Guess},
		{"Chinese that looks like UTF-8", "text/html; charset=gbk", "\xce\xaa", "为", "gbk", HTTP},
		{"UTF-16 without a mark", "text/xml", "<\x00a\x00>\x00\xe9\x00<\x00/\x00a\x00>\x00", "<a>é</a>", "utf-16le", Guess},
		{"XML says UTF-16, is Latin-1", "", "<?xml version='1.0' encoding='utf-16'?><a>na\xefve caf\xe9</a>", "naïve café", "windows-1252", Default},
		{"XML says nothing known", "", "<?xml version='1.0' encoding='x-klingon'?><a>Größe</a>", "Größe", "utf-8", Guess},
		{"meta says UTF-16", "", "<meta charset=utf-16le>é", "é", "utf-8", Meta},
		{"meta over XML", "", `<?xml version="1.0" encoding="koi8-r"?><meta charset=windows-1251>` + "\xe9", "й", "windows-1251", Meta},
		{"XML", "application/xml", `<?xml version='1.0' encoding='windows-1251'?><a>` + "\xe9", "й", "windows-1251", XML},
		{"label unknown", "text/html; charset=none", "<meta charset=windows-1251>\xe9", "й", "windows-1251", Meta},
		{"label of nothing", "text/html; charset=iso-2022-kr", "é", "é", "utf-8", Guess},
		{"UTF-8 without a word", "text/html", "é", "é", "utf-8", Guess},
		{"ASCII", "text/plain", "plain", "plain", "utf-8", Guess},
		{"too little to guess", "text/html", "\xe0 \xe9 \xe8", "à é è", "windows-1252", Default},
		{"far below", "text/html", strings.Repeat(far, 20) + "caf\xe9", "café", "windows-1252", Default},
		{"fixed spaces", "text/html", strings.Repeat("\x93A sentence.\x94\xa0 \xa7 1 \xb6 2 \xb1 3 ", 20), "sentence.”\u00a0 ", "windows-1252", Default},
		{"signs in a row", "text/html", "<p>\xa7\xa7\xa7\xa7\xa7\xa7\xa7\xa7\xa7</p>", "§§§", "windows-1252", Default},
		{"default", "text/html", "na\xefve caf\xe9, \x93quoted\x94", "naïve café, “quoted”", "windows-1252", Default},
		{"says UTF-8, is not", "text/html; charset=utf-8", "na\xefve caf\xe9", "naïve café", "windows-1252", Default},
		{"says UTF-8, meta right", "text/html; charset=utf-8", latin, "cafй а", "windows-1251", Meta},
		{"says Latin-1, is UTF-8", "text/html; charset=ISO-8859-1", "<meta charset=utf-8>déjà vu", "déjà vu", "utf-8", Meta},
		{"UTF-8 with a broken place", "text/html; charset=utf-8", "déjà vu, déjà \xff vu", "déjà vu, déjà \uFFFD vu", "utf-8", HTTP},
		{"gb2312 is gbk", "text/html; charset=gb2312", "\xd6\xd0\xb9\xfa\x96\x7c", "中国東"[:6], "gbk", HTTP},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, charset, source := ToUTF8([]byte(c.body), c.contentType)
			if !bytes.Contains(text, []byte(c.text)) || charset != c.charset || source != c.source {
				t.Errorf("%s: %q %s %s", c.name, text, charset, source)
			}
			if !utf8.Valid(text) || bytes.HasPrefix(text, []byte("\xEF\xBB\xBF")) {
				t.Errorf("%s: %q", c.name, text)
			}
		})
	}
}

func TestCharsetIsGuessedFromTheBytes(t *testing.T) {
	const (
		ja = "<html><body><h1>東京の天気</h1><p>今日は朝から雨が降っていますが、午後には晴れる見込みです。詳しくは気象庁のページをご覧ください。</p>"
		zh = "<p>中国的经济在今年第一季度有所增长，这是由于出口和国内消费的恢复。专家认为下半年会继续保持这个趋势。</p>"
		tw = "<p>今年第一季的經濟成長超過預期，主要是因為出口和國內消費的恢復。專家認為下半年會繼續保持這個趨勢。</p>"
		ko = "<p>올해 일 분기 경제 성장률이 예상보다 높게 나타났습니다. 전문가들은 수출과 소비가 회복되었기 때문이라고 말합니다.</p>"
		ru = "<p>В первом квартале этого года экономика выросла быстрее, чем ожидалось. Эксперты считают, что причина в росте экспорта.</p>"
		el = "<p>Η οικονομία αναπτύχθηκε ταχύτερα από το αναμενόμενο το πρώτο τρίμηνο του έτους, λένε οι ειδικοί.</p>"
		he = "<p>הכלכלה צמחה מהר מהצפוי ברבעון הראשון של השנה, כך אומרים המומחים.</p>"
		ar = "<p>نما الاقتصاد بشكل أسرع من المتوقع في الربع الأول من هذا العام بحسب الخبراء.</p>"
		th = "<p>เศรษฐกิจเติบโตเร็วกว่าที่คาดในไตรมาสแรกของปีนี้ ผู้เชี่ยวชาญกล่าว</p>"
		fr = "<p>L'économie a progressé plus vite que prévu au premier trimestre, grâce à la reprise des exportations, où l'été a été bon.</p>"
		de = "<p>Die Wirtschaft ist im ersten Quartal schneller gewachsen als erwartet: größere Exporte, mehr Verkäufe, ältere Bestände für Österreich.</p>"
	)
	for _, c := range []struct{ charset, text string }{
		{"shift_jis", ja}, {"euc-jp", ja}, {"gbk", zh}, {"big5", tw}, {"euc-kr", ko}, {"windows-1251", ru}, {"koi8-r", ru}, {"ibm866", ru},
		{"windows-1253", el}, {"windows-1255", he}, {"windows-1256", ar}, {"windows-874", th}, {"windows-1252", fr}, {"windows-1252", de},
		{"utf-16be", fr}, {"utf-16le", de},
	} {
		body := in(t, c.charset, c.text)
		text, charset, _ := ToUTF8(body, "text/html")
		if string(text) != c.text {
			t.Errorf("%s read as %s: %.60q", c.charset, charset, text)
		}
		long := bytes.Repeat(body, guessBytes/len(body)+2) // longer than what is looked at
		if text, charset, _ = ToUTF8(long, "text/html"); !strings.HasPrefix(string(text), c.text) {
			t.Errorf("%s, long, read as %s", c.charset, charset)
		}
	}
}

func TestLongUTF8IsNotMistakenWhereTheGuessIsCut(t *testing.T) {
	for i := range 4 {
		body := append(bytes.Repeat([]byte("a"), i), bytes.Repeat([]byte("ツ"), guessBytes/3+10)...)
		if got := guessCharset(body); got != "utf-8" {
			t.Errorf("offset %d: %s", i, got)
		}
	}
}

func FuzzToUTF8(f *testing.F) {
	f.Add([]byte("<meta charset=koi8-r>\xd0"), "text/html; charset=utf-8")
	f.Add([]byte("\xff\xfea\x00b"), "")
	f.Add([]byte("\x82\xa0\x82\xa2"), "text/html; charset=x")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		text, charset, source := ToUTF8(body, contentType)
		if !utf8.Valid(text) || charset == "" || source == "" {
			t.Fatalf("%q %q: %q %s %s", body, contentType, text, charset, source)
		}
	})
}

func BenchmarkToUTF8Undeclared(b *testing.B) {
	body := bytes.Repeat([]byte("<p>\xcf\xf0\xe8\xe2\xe5\xf2 \xec\xe8\xf0</p>"), 10000)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		ToUTF8(body, "text/html")
	}
}
