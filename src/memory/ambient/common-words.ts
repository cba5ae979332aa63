/**
 * Words that say little about what a prompt is about: those that every sentence of a language has, and those that every
 * request to a coding agent may have. The first are left out; the second count half, so that two of them, or one with
 * something of its own, still point somewhere.
 *
 * Lists, not statistics: a memory of thirty nodes is too small to learn from which words are common.
 */

/** Of languages agents are spoken to in most; in lower case, as `words.ts` has them (no accents, no apostrophes). */
export const STOP_WORDS: ReadonlySet<string> = wordsOf(`
  a about above actually after again all almost alone along already also although always am an and another any anybody
  anyone anything anyway are arent around as ask at away be became because been before being below between both but by
  bye call came can cannot cant come comes could couldnt day days did didnt do does doesnt doing done dont down during
  each either else enough especially etc even ever every everyone everything exactly few for from further get gets getting
  give given gives go goes going gonna gone good got great had hadnt has hasnt have havent having he hello help her here
  hey hi him his hmm how however i id if ill im in instead into is isnt it its itself ive just keep kind know later least
  less let lets like little look looks lot lots made make makes making many may maybe me mean might mine more most much
  must mustnt my myself need needed needs never next nice no nobody none nor not nothing now of off often oh ok okay on
  once one ones only onto or other others our ours out over own per perfect perhaps please possible pretty probably put
  quite rather really right said same say says see seem seems seen shall she should shouldnt since so some somebody
  somehow someone something sometimes somewhere soon still stuff such suppose sure take takes tell than thank thanks that
  thats the their them then there theres these they theyre thing things think this those though through till to today
  together tomorrow too took try trying two under until up upon us use used uses using usually very via want wanted wants
  was wasnt way ways we well went were werent what whatever whats when whenever where whether which while who whole whom
  whose why will with within without wont would wouldnt yeah yep yes yesterday yet you youll your youre yours youve
  afternoon noon able ahead anymore back best better big bit cool correct current currently different easy end far fine first following
  full happen happened happening happens hard important last long main maybe new old part place point quick quickly
  ready real second short simple small start started stop sounds step steps thought three time times turn wait work
  worked working works wrong three four five looking forget remember remind told tried keeps kept goes saying

  danke gut sieht hallo super prima toll gern gerne mach mache machen geht
  der die das den dem des ein eine einen einem einer eines und oder aber ist sind war wird werden wurde hat haben ich du er
  sie es wir ihr uns mich dich mir dir nicht kein keine mit von zu zum zur im in an auf aus bei nach fur uber unter vor
  wie was warum wann wo wer welche welcher welches auch noch nur schon mal bitte kann kannst konnen soll muss mussen
  wenn dann dass weil denn doch hier dort diese dieser dieses jetzt immer

  le la les un une des du de et ou mais est sont etait dans sur sous avec sans pour par pas ne ni que qui quoi dont
  ce cet cette ces mon ma mes ton ta tes son sa ses nous vous ils elles je tu il elle on se comment pourquoi quand
  faut peux peut fait faire aussi plus tres bien merci

  el los las una unos unas y o pero es son fue en con sin para por que quien como cuando donde porque esta este esto
  ese eso esa mi tu su nos se lo al del mas muy tambien hay puede puedes gracias

  а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть еще
  же за здесь и из или им их к как какая какие какои каких ко когда кто ли либо мне может можно мои моя мы на надо над
  нам нас наш наша наше не него нее неи нет ни них но ну нужно о об один она они оно от очень по под пожалуиста после
  потом потому почему при про раз с сам сделаи со спасибо так такои там тебя тем то тогда тоже только тут ты у уже хочу
  чего чем через что чтобы эта эти это этого этои этом этот я давай давайте сейчас теперь помоги

  из-за або але бо був була було бути вiн вона воно вони де для до з за i iз й коли ми на не нi про та так теж ти у це цей ця чи чому що щоб як який яка якi

  이 그 저 것 수 왜 어떻게 무엇 좀 해줘 해주세요 있는 있다 없는 없다 하는 하다 한다 된다 되는 그리고 하지만 그런데 때문에 지금 다시 안
`);

/** Words of requests to coding agents, whatever the project; they count half. */
export const GENERIC_WORDS: ReadonlySet<string> = wordsOf(`
  add added adding allow another answer app application apply argument arguments array base basic branch break breaks
  broken bug bugs build builds calculate case cases change changed changes check class classes clean code command commands
  comment comments commit compare complete config configure contain contains convert copy create created creating data
  default define delete describe design detail details diff directory doc docs document documentation edit empty entry
  error errors example examples exception execute exist existing exists expect expected explain extra extract fail failed
  failing fails failure feature field fields file files find fix fixed fixes fixing folder format found function functions
  generate github handle handling idea implement implementation import improve include index info input install instance
  issue issues item items json language level library line lines link list load local log logic loop main merge message
  method methods missing module modules move name names node note notes number object open option options order output
  package page parameter parameters pass passes patch path paths pick plan plain print problem problems process program
  project projects property provide pull push question questions read readme reason reasons refactor release remove
  rename replace repo repository request requests require required response result results return returns review rewrite
  rule rules run running runs sample save screen script scripts search section select send separate service set sets
  setting settings setup share show showing shows side single size software solution sort source specific split standard
  state statement status string structure summarize summary support switch system table task tasks test testing tests text
  title todo tool tools translate true type types typo unit update updated updates url user users value values variable
  variables verify version versions view void warning website whole word words write writes writing written
  column columns row rows flag flags button buttons dropdown header field random verbose
  hour hours minute minutes dependency dependencies
  happy people person week month year morning night world
  code daten datei fehler funktion klasse test
  добавь код ошибка ошибки ошибку файл файлы файла функция функцию функции тест тесты проект проекта исправь напиши объясни
  покажи измени удали проверь проверить работает работать запусти строка строки данные
  파일 코드 함수 오류 에러 테스트 수정 추가 문제
`);

/** Words of scripts without blanks that say nothing. */
export const UNSPACED_STOP_WORDS: ReadonlySet<string> = wordsOf(`
  什么 怎么 为什么 如何 这个 那个 这里 那里 我们 你们 他们 一个 一下 一些 可以 请问 帮我 需要 应该 能否 是否 没有 不要 不能 已经 现在
  然后 但是 因为 所以 如果 还是 或者 以及 就是 这样 那样 怎样 哪个 哪些 哪里 时候 问题 谢谢 看看 告诉 知道 觉得 进行 使用 出现 文件 代码 函数 修改 添加 写 错误 测试 项目 运行 之后 之前 以后 以前 一直 更新 用户 其他 所有 每次 有时 还有 可能 一样 非常 很多 变量 改名 请 吗 呢 吧 了 的
  これ それ あれ この その ここ そこ どこ なぜ どう 何故 です ます ました ません でした する して した しない される ください お願い
  ため ので から まで など こと もの とき よう ある いる ない なる なっ 教え どの 方法 問題 ファイル コード 関数 エラー テスト 修正 追加 実行 プロジェクト
  ทำไม อย่างไร คือ และ หรือ ของ ที่ ใน ให้ ได้ ไม่ เป็น มี ครับ ค่ะ
`);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}
