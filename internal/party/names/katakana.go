package names

import (
	"slices"
	"strings"
)

// letterNames are the Latin letters as Japanese and Koreans read them out: アイ・ビー・エム is IBM.
var letterNames = readLetterNames(`a エー エイ 에이;b ビー 비;c シー 씨 시;d ディー 디;e イー 이;f エフ 에프;g ジー 지;h エイチ エッチ 에이치;i アイ 아이;
j ジェイ ジェー 제이;k ケー ケイ 케이;l エル 엘;m エム 엠;n エヌ 엔;o オー 오;p ピー 피;q キュー 큐;r アール 알;s エス 에스;t ティー 티;
u ユー 유;v ブイ ヴィー 브이;w ダブリュー 더블유;x エックス 엑스;y ワイ 와이;z ゼット 제트`)

func readLetterNames(text string) map[string]string {
	out := map[string]string{}
	for group := range strings.SplitSeq(text, ";") {
		ways := strings.Fields(group)
		for _, way := range ways[1:] {
			out[way] = ways[0]
		}
	}
	return out
}

// leastLetters is how many letters one word spells out at least: two may be any word.
const leastLetters = 3

// readLetters makes one word of letters that are read out: two or more neighbours, or a word of three or more. It says
// whether there are any.
func readLetters(ws []word) (out []word, any bool) {
	for i := 0; i < len(ws); {
		letters := ""
		n := i
		for n < len(ws) && letterNames[ws[n].raw] != "" {
			letters += letterNames[ws[n].raw]
			n++
		}
		if n-i < 2 {
			n = i + 1
			letters = lettersIn([]rune(ws[i].raw))
		}

		w := ws[i]
		if letters != "" {
			w.text = letters
			w.raw = letters
			w.script = latin
			any = true
		}
		out = append(out, w)
		i = n
	}
	return out, any
}

// lettersIn returns the letters of a word that is made of letter names, or "" for other words.
func lettersIn(run []rune) string {
	letters := ""
	for i := 0; i < len(run); {
		n := min(longestLetter, len(run)-i)
		for n > 0 && letterNames[string(run[i:i+n])] == "" {
			n--
		}
		if n == 0 {
			return ""
		}
		letters += letterNames[string(run[i:i+n])]
		i += n
	}
	if len(letters) < leastLetters {
		return ""
	}
	return letters
}

const longestLetter = 5

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
