package names

import "strings"

// Sounds of the parts of a Hangul syllable in the Revised Romanisation: the consonant that it begins with, its vowel
// and what it ends with, each in the order of the Unicode block.
var (
	hangulInitials = strings.Split("g,kk,n,d,tt,r,m,b,pp,s,ss,,j,jj,ch,k,t,p,h", ",")
	hangulVowels   = strings.Split("a,ae,ya,yae,eo,e,yeo,ye,o,wa,wae,oe,yo,u,wo,we,wi,yu,eu,ui,i", ",")
	hangulFinals   = strings.Split(",k,k,k,n,n,n,t,l,k,m,l,l,l,p,l,m,p,p,t,t,ng,t,t,k,t,p,t", ",")
)

// The block of composed Hangul syllables.
const (
	firstSyllable = 0xAC00
	lastSyllable  = 0xD7A3
)

// romanHangul is a run of Hangul in the Revised Romanisation, syllable by syllable, as names are written.
func romanHangul(run []rune) string {
	var out strings.Builder
	for _, r := range run {
		if r < firstSyllable || r > lastSyllable {
			continue
		}
		i := int(r - firstSyllable)
		finals := len(hangulFinals)
		out.WriteString(hangulInitials[i/(finals*len(hangulVowels))])
		out.WriteString(hangulVowels[i/finals%len(hangulVowels)])
		out.WriteString(hangulFinals[i%finals])
	}
	return out.String()
}

// koreanReadings are the sounds in Korean of Chinese characters that Korean names are made of: a syllable and its
// characters.
const koreanReadings = `가嘉家佳;각珏角;간幹;갑甲;강姜康强剛江;개凱;건建健乾;걸杰傑;경景慶庆京敬炅瓊琼鏡镜卿;계桂啓启;고高;
곤坤;공孔公;관寬宽觀观官;광光廣广;교敎教;구具九求;국國国菊;권權权;규奎圭珪;균均;극克;근根槿勤;금今錦锦;기基起琦奇淇;
길吉;김金;나羅罗;남南男;노盧卢魯鲁;단丹;달達达;대大;덕德;도道都燾;돈敦;동東东同童;두斗;락樂乐;란蘭兰;래來来;량梁良;
련蓮莲;렬烈;령令玲;로魯鲁;룡龍龙;류柳劉刘;륜倫伦;률律;리李里;린麟;림林;만萬万滿满;명明命;모模;목睦;무武茂;문文;미美;
민民敏旼;박朴;방方房;배裵裴;백白栢;범範范凡;변邊边;병炳秉兵;보寶宝甫輔辅;복福;봉鳳凤奉峰;부富;빈彬;산山;삼三;
상相尚尙祥;서徐瑞;석石錫锡碩硕;선善宣鮮鲜;설雪;섭燮;성成聖圣星誠诚聲声;세世;소素蘇苏;송宋松;수秀洙守水壽寿;숙淑肅肃;
순順顺淳;승勝胜承昇;식植;신申信新;심沈;아雅;안安;애愛爱;양梁楊杨陽阳;언彦;엄嚴严;여與与呂吕麗丽;연然;열烈;영英永榮荣泳;
예藝艺;오吳吴五;옥玉;완完;왕王;용龍龙勇容用;우禹宇雨友;욱旭;운雲云;웅雄;원元源遠远;월月;위魏;유柳兪俞劉刘有;윤尹允潤润;
은恩銀银;의義义;이李;익益翼;인仁寅;일日一逸;임任林;자子慈;장張张長长;재在才載载;전全田;정鄭郑正貞贞丁政廷;제濟济;
조趙赵曺;종鍾钟宗鐘;주朱周柱;준俊準准浚;중中仲重;지池智志;진陳陈鎭镇振眞真辰;찬燦灿;창昌彰;채蔡;천千天;철哲鐵铁喆;
청淸清;초初;최崔;추秋;춘春;충忠;탁卓;태泰太;택澤泽;표表;필弼必;하河夏;학學学;한韓韩漢汉;해海;혁赫革;현賢贤鉉铉玄顯显;
형亨衡;혜惠;호浩虎鎬镐;홍洪弘紅红;화華华和花;환煥焕桓;황黃黄;회會会;효孝曉晓;훈勳勋訓训;휘輝辉;희熙姬喜`

// readKoreanReadings gives the syllables of each character, the first that is listed first.
func readKoreanReadings() map[rune]rune {
	out := map[rune]rune{}
	for group := range strings.SplitSeq(koreanReadings, ";") {
		runes := []rune(strings.TrimSpace(group))
		for _, character := range runes[1:] {
			if _, known := out[character]; !known {
				out[character] = runes[0]
			}
		}
	}
	return out
}

// inKorean is a name in Chinese characters as Koreans read it, in Hangul; empty when it has characters that their names
// are not made of or begins with none of their family names.
func (e *Engine) inKorean(run []rune) string {
	if len(run) < 2 || len(run) > 4 {
		return ""
	}
	out := make([]rune, len(run))
	for i, r := range run {
		syllable, ok := e.koreanSounds[r]
		if !ok {
			return ""
		}
		out[i] = syllable
	}
	if len(e.korean[romanHangul(out[:1])]) == 0 {
		return ""
	}
	return string(out)
}
