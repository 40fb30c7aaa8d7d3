package names

import (
	"slices"
	"strings"
)

// letterNames are the Latin letters as Japanese reads them out: アイ・ビー・エム is IBM.
var letterNames = map[string]string{
	"エー": "a", "エイ": "a", "ビー": "b", "シー": "c", "ディー": "d", "イー": "e", "エフ": "f", "ジー": "g",
	"エイチ": "h", "エッチ": "h", "アイ": "i", "ジェイ": "j", "ジェー": "j", "ケー": "k", "ケイ": "k", "エル": "l",
	"エム": "m", "エヌ": "n", "オー": "o", "ピー": "p", "キュー": "q", "アール": "r", "エス": "s", "ティー": "t",
	"ユー": "u", "ブイ": "v", "ヴィー": "v", "ダブリュー": "w", "エックス": "x", "ワイ": "y", "ゼット": "z",
}

// readLetters makes one word of neighbouring letters that are read out, two or more.
func readLetters(ws []word) []word {
	var out []word
	for i := 0; i < len(ws); {
		letters := ""
		n := i
		for n < len(ws) && letterNames[ws[n].raw] != "" {
			letters += letterNames[ws[n].raw]
			n++
		}
		if n-i < 2 {
			out = append(out, ws[i])
			i++
			continue
		}

		w := ws[i]
		w.text = letters
		w.raw = letters
		w.script = latin
		out = append(out, w)
		i = n
	}
	return out
}

// koreanInKatakana are the commonest family names of Koreans as Japanese writes them.
var koreanInKatakana = strings.Fields(
	"キム パク リ イ チェ チョイ チョン ジョン チョ ジョ カン ハン ユン ユ ホ ホン シン チャン ジャン オ ム アン ペ ソ ソン ファン ノ ムン ヤン " +
		"コ ペク リュ クォン ナム ハ チン クァク ウ ク ミン チ オム チュ ト ピョン ピョ ミョン キル ヨン シム リム イム カク トン ポン ロ マ テ パン")

// koreanParts divides the given name of a Korean in katakana into its two syllables, which lists write apart:
// キム・ヨンチョル is Kim Yong Chol. It gives nil for other names.
func koreanParts(parts []string) []string {
	if len(parts) != 2 || !slices.Contains(koreanInKatakana, parts[0]) {
		return nil
	}
	run := []rune(parts[1])
	if !all(run, isKatakana) {
		return nil
	}

	first := katakanaSyllable(run)
	if first == 0 || first == len(run) || katakanaSyllable(run[first:]) != len(run)-first {
		return nil
	}
	return []string{parts[0], string(run[:first]), string(run[first:])}
}

func isKatakana(r rune) bool { return r >= 'ァ' && r <= 'ヴ' || r == 'ー' }

// katakanaSyllable is the number of characters of the Korean syllable that a run begins with: one for its beginning,
// small ones, and one for the consonant that it ends with.
func katakanaSyllable(run []rune) int {
	n := min(1, len(run))
	for n < len(run) && strings.ContainsRune("ァィゥェォャュョー", run[n]) {
		n++
	}
	if n+1 < len(run) && strings.ContainsRune("ァィゥェォャュョー", run[n+1]) {
		return n // the next character begins a syllable of its own
	}
	if n > 0 && n < len(run) && strings.ContainsRune("ンルムクプッ", run[n]) {
		n++
	}
	return n
}
