/**
 * Words that stand in documents as code and name none of the project's: too general to mean one definition, or known from
 * elsewhere. The lists are short and certain; what they miss costs a `dangling` span, never an edge to the wrong code.
 */
import { BUILTIN_NAMES } from '../resolve/python-data.js';

/** Whether a word says too little to mean a definition of that name. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}

/** Whether a name that the project does not define is one that everybody knows from elsewhere. */
export function isKnownElsewhere(name: string): boolean {
  return BUILTIN_NAMES.has(name) || ELSEWHERE.has(name);
}

function listed(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

const STOP_WORDS = listed(`
  accepted action add admin all any api app apps args auth base bin body bool bytes cache call cancel class clear cli client
  close cls code command common config configure connect connection content context copy core count create cursor data
  database date datetime debug default delete dev dict dir dist doc docs done draft edit email enabled end env error errors
  event exception execute exists export false field fields file filter find first flag float format from function get git
  group handle handler head headers health help helper helpers hook host html http https id image import index info init
  input insert int item items job json key kwargs label last len length level lib limit link list load local lock log logger
  login main make map master match merge message meta method migrate migrations mode model models module name new next none
  null number object open option optional options order output owner package page params parent parse patch path payload pip
  port post prefix prepare process prod production project proposed pull push put python query queue raise random read
  record refresh region reject rejected release remove render replace request reset resolve response result return role root
  route run save schema score script search self send server service services session set settings setup size slug sort
  source sql src staging start state static status stop store str string submit success sum summary superseded sync tag
  tags target task template test tests text time timeout timestamp title token tool true type types update upload url urls
  user username users util utils uuid validate value values version view views void web where worker write yaml yield
`);

const ELSEWHERE = listed(`
  AsyncMock AsyncSession BaseModel BaseSettings BitBucket BookStack BytesIO CamelCase ChatGPT CloudFront CloudWatch
  CodeQL DataFrame DataFrames DateField DateTimeField DynamoDB EventEmitter ElasticSearch FastAPI ForeignKey GitHub
  GitLab GraphQL HttpRequest HttpResponse IndexedDB IntelliJ JavaScript JSONField JsonResponse JupyterLab LocalStack
  MagicMock MariaDB ManyToManyField MkDocs MongoDB MySQL NamedTuple NumPy OAuth OAuth2 OneToOneField OpenAI OpenAPI
  OpenSearch OpenTelemetry OrderedDict PascalCase PostgreSQL PowerShell PyCharm PyPI PyTorch RabbitMQ ReadTheDocs
  SQLAlchemy SQLite ScopedSession SimpleNamespace StringIO TensorFlow TestCase TestClient TextField ThreadPoolExecutor
  ProcessPoolExecutor TypeScript TypeVar TypedDict UUIDField VSCode WebAssembly WebSocket WebSockets WordPress YouTube
  SimpleQueue SecretStr RequestFactory QuerySet ModelForm StreamingResponse JSONResponse HTMLResponse HTTPException
  APIRouter LiteLLM LangChain DefaultDict ParamSpec CharField IntegerField BooleanField EmailField SlugField FileField
`);
