package names

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"github.com/mozillazg/go-unidecode"
)

// readHan reads a run of Han characters in pinyin, one word a character; for a person the first
// character (or a known two-character surname) is the family name and the rest one given name.
// Japanese names in kanji get the Chinese reading: their own is not in the writing.
func readHan(run []rune, person bool) []piece {
	sounds := make([]piece, len(run))
	for i, r := range repeated(run) {
		sounds[i] = piece{pinyinOf(r), string(run[i])}
	}
	if !person || len(run) < 2 || len(run) > 4 {
		return sounds
	}
	if s, ok := surnameReadings()[simplified(run[0])]; ok {
		sounds[0].text = s
	}
	n := 1
	if len(run) > 2 && strings.Contains(doubleSurnames, " "+string(simplifiedRun(run[:2]))+" ") {
		n = 2
	}
	return []piece{joinPieces(sounds[:n]), joinPieces(sounds[n:])}
}

// repeated has the character that 々 stands for in its place: 佐々木.
func repeated(run []rune) []rune {
	out := slices.Clone(run)
	for i := 1; i < len(out); i++ {
		if out[i] == '々' {
			out[i] = out[i-1]
		}
	}
	return out
}

// pinyinOf is the usual reading of a character without its tone.
func pinyinOf(r rune) string {
	switch simplified(r) { // the table has the readings of other characters that are written alike
	case '宁':
		return "ning"
	case '叶':
		return "ye"
	case '广':
		return "guang"
	case '厦':
		return "xia"
	}
	return keepASCII(unidecode.Unidecode(string(r)))
}

func joinPieces(ps []piece) piece {
	var out piece
	for _, p := range ps {
		out.text += p.text
		out.raw += p.raw
	}
	return out
}

// doubleSurnames are the Chinese surnames of two characters that are still in use.
const doubleSurnames = " 欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 长孙 宇文 司徒 令狐 夏侯 端木 "

// surnameReadings are characters whose reading as a surname is not their usual one.
func surnameReadings() map[rune]string {
	return map[rune]string{'曾': "zeng", '单': "shan", '解': "xie", '仇': "qiu", '盖': "ge", '查': "zha", '区': "ou", '朴': "piao", '翟': "zhai", '任': "ren", '尉': "wei", '覃': "qin", '召': "shao", '乐': "yue", '冼': "xian", '缪': "miao", '宁': "ning", '华': "hua", '黑': "he", '秘': "bi", '折': "she"}
}

//go:embed data/simplifiedhan.txt
var simplifiedText string

var simplifiedPairs = readPairs(simplifiedText)

func readPairs(text string) map[rune]rune {
	out := map[rune]rune{}
	for line := range strings.Lines(text) {
		run := []rune(line)
		for i := 1; i < len(run) && run[0] != '#'; i += 2 {
			out[run[i-1]] = run[i]
		}
	}
	return out
}

// simplified is a Chinese character in its simplified form.
func simplified(r rune) rune { return cmp.Or(simplifiedPairs[r], r) }

func simplifiedRun(run []rune) []rune {
	out := make([]rune, len(run))
	for i, r := range run {
		out[i] = simplified(r)
	}
	return out
}

// hanOf is the Han characters of s in simplified form: two names with the same reading and different
// characters are different names.
func hanOf(s string) string {
	var out []rune
	for _, r := range s {
		if scriptOf(r) == han {
			out = append(out, simplified(r))
		}
	}
	return string(out)
}

// readHangul reads a run of Hangul in the Revised Romanisation without hyphens; for a person the
// first syllable (or a known two-syllable surname) is the family name.
func readHangul(run []rune, person bool) []piece {
	read := func(rs []rune) piece { return piece{romanHangul(rs), string(rs)} }
	if !person || len(run) < 2 || len(run) > 4 {
		return []piece{read(run)}
	}
	n := 1
	if len(run) > 2 && strings.Contains(" 남궁 황보 제갈 선우 독고 사공 ", " "+string(run[:2])+" ") {
		n = 2
	}
	return []piece{read(run[:n]), read(run[n:])}
}

// koreanSurnames are the ways in which one Korean surname is written in Latin letters, the Revised
// Romanisation first. Only a name that one side wrote in Hangul is taken for another way of writing by them: Lee and Ri
// are not the same name everywhere. Two that share no group are two names.
const koreanSurnames = "gim kim;i lee yi rhee ri li;bag bak park pak;choe choi;jeong jung chung cheong jong;gang kang;jo cho;yun yoon youn;jang chang;im lim rim;" +
	"han hahn;o oh;seo suh so;sin shin;gwon kwon;hwang whang;an ahn;song;ryu yoo yu ryoo;hong;jeon jun chun jon;go ko koh;mun moon;son sohn;yang ryang;bae pae;baeg baek paik back;" +
	"heo hur huh;nam;sim shim;no noh roh ro;ha;gwag gwak kwak;seong sung;cha;ju joo chu;u woo;gu koo ku;na ra;min;jin chin;ji chi;eom um;chae;won;cheon chun;bang pang;gong kong;hyeon hyun;ham;yeom yum;yeo yuh;chu choo"
