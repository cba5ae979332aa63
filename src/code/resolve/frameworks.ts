/**
 * How well-known frameworks come to run code that nobody calls: what they are given by a decorator, by a base class, by a call
 * that registers it. Plain data; names are those that imports prove, never bare ones. What is found under them is said in
 * the words of `label`.
 *
 * Not complete, and needs not be: a decorator or base that is not here is told by the answer about callers as what it is.
 */
import { addTo } from '../../kernel/groups.js';

/** Names written as one text, apart by blanks. */
type Words = string;

/** Attributes of an object that register what they are given: `@app.route('/')`, `app.add_url_rule('/', view_func=f)`. */
interface Registrar {
  readonly label: string;
  /** Dotted names of the classes. */
  readonly owners: Words;
  readonly members: Words;
}

const HTTP: Words = 'get post put delete patch options head trace websocket';

const OBJECT_DECORATORS: readonly Registrar[] = [
  {
    label: 'Flask route',
    owners:
      'flask.Flask flask.Blueprint flask.app.Flask flask.blueprints.Blueprint quart.Quart quart.Blueprint',
    members: `route endpoint ${HTTP}`,
  },
  {
    label: 'Flask hook',
    owners:
      'flask.Flask flask.Blueprint flask.app.Flask flask.blueprints.Blueprint quart.Quart quart.Blueprint',
    members:
      'before_request after_request teardown_request teardown_appcontext before_first_request errorhandler context_processor shell_context_processor url_value_preprocessor url_defaults template_filter template_test template_global app_errorhandler app_context_processor app_template_filter app_template_test app_template_global before_app_request after_app_request teardown_app_request record record_once before_serving after_serving while_serving',
  },
  {
    label: 'Flask command',
    owners:
      'flask.Flask.cli flask.Blueprint.cli flask.app.Flask.cli flask.cli.AppGroup quart.Quart.cli quart.Blueprint.cli',
    members: 'command group',
  },
  {
    label: 'FastAPI route',
    owners:
      'fastapi.FastAPI fastapi.APIRouter fastapi.applications.FastAPI fastapi.routing.APIRouter fastapi.FastAPI.router',
    members: `route api_route websocket_route ${HTTP}`,
  },
  {
    label: 'FastAPI hook',
    owners: 'fastapi.FastAPI fastapi.APIRouter fastapi.applications.FastAPI fastapi.routing.APIRouter',
    members: 'on_event middleware exception_handler',
  },
  {
    label: 'Starlette route',
    owners: 'starlette.applications.Starlette starlette.routing.Router',
    members: 'route websocket_route',
  },
  {
    label: 'Starlette hook',
    owners: 'starlette.applications.Starlette starlette.routing.Router',
    members: 'on_event middleware exception_handler',
  },
  { label: 'aiohttp route', owners: 'aiohttp.web.RouteTableDef', members: `view route ${HTTP}` },
  { label: 'Sanic route', owners: 'sanic.Sanic sanic.Blueprint', members: `route ${HTTP}` },
  {
    label: 'Sanic hook',
    owners: 'sanic.Sanic sanic.Blueprint',
    members:
      'middleware on_request on_response listener exception signal before_server_start after_server_stop',
  },
  { label: 'Bottle route', owners: 'bottle.Bottle bottle', members: `route error hook ${HTTP}` },
  { label: 'Litestar route', owners: 'litestar', members: `route ${HTTP}` },
  {
    label: 'Click command',
    owners: 'click.Group click.core.Group click.MultiCommand',
    members: 'command group',
  },
  {
    label: 'Click hook',
    owners: 'click.Group click.core.Group click.MultiCommand',
    members: 'result_callback resultcallback',
  },
  { label: 'Typer command', owners: 'typer.Typer typer.main.Typer', members: 'command callback' },
  { label: 'Celery task', owners: 'celery.Celery celery.app.base.Celery celery.app.Celery', members: 'task' },
  {
    label: 'Celery signal handler',
    owners:
      'celery.Celery.on_after_configure celery.Celery.on_after_finalize celery.signals.task_prerun celery.signals.task_postrun celery.signals.task_success celery.signals.task_failure celery.signals.task_retry celery.signals.task_revoked celery.signals.before_task_publish celery.signals.after_task_publish celery.signals.worker_init celery.signals.worker_ready celery.signals.worker_shutdown celery.signals.worker_process_init celery.signals.worker_process_shutdown celery.signals.beat_init celery.signals.setup_logging celery.signals.after_setup_logger celery.signals.after_setup_task_logger',
    members: 'connect',
  },
  {
    label: 'Django template tag',
    owners: 'django.template.Library django.template.library.Library',
    members: 'filter tag simple_tag inclusion_tag simple_block_tag',
  },
  { label: 'Django Ninja route', owners: 'ninja.NinjaAPI ninja.Router', members: `${HTTP} api_operation` },
  { label: 'Django admin', owners: 'django.contrib.admin', members: 'register action display' },
  {
    label: 'MCP handler',
    owners: 'mcp.server.fastmcp.FastMCP fastmcp.FastMCP mcp.server.Server mcp.server.lowlevel.Server',
    members:
      'tool resource prompt custom_route list_tools call_tool list_resources read_resource list_prompts get_prompt list_resource_templates completion',
  },
  {
    label: 'Discord handler',
    owners:
      'discord.Client discord.ext.commands.Bot discord.app_commands.CommandTree discord.ext.commands.Cog discord.ext.commands discord.app_commands',
    members: 'event command group listen listener hybrid_command tree',
  },
  {
    label: 'Slack handler',
    owners: 'slack_bolt.App slack_bolt.async_app.AsyncApp',
    members: 'event command action message shortcut view options middleware error',
  },
  { label: 'Dash callback', owners: 'dash.Dash dash', members: 'callback' },
  {
    label: 'APScheduler job',
    owners:
      'apscheduler.schedulers.background.BackgroundScheduler apscheduler.schedulers.blocking.BlockingScheduler apscheduler.schedulers.asyncio.AsyncIOScheduler',
    members: 'scheduled_job',
  },
  {
    label: 'Huey task',
    owners: 'huey.RedisHuey huey.SqliteHuey huey.MemoryHuey huey.Huey',
    members: 'task periodic_task signal on_startup',
  },
  { label: 'SQLAlchemy listener', owners: 'sqlalchemy.event', members: 'listens_for' },
];

/** Functions that register what they decorate, by label. */
const DECORATORS: readonly (readonly [label: string, names: Words])[] = [
  ['pytest fixture', 'pytest.fixture pytest.yield_fixture pytest_asyncio.fixture'],
  ['pytest hook', 'pytest.hookimpl pluggy.HookimplMarker'],
  [
    'Click command',
    'click.command click.group click.decorators.command click.decorators.group rich_click.command rich_click.group',
  ],
  ['Celery task', 'celery.shared_task celery.task celery.decorators.task celery.task.task'],
  ['Django signal handler', 'django.dispatch.receiver django.dispatch.dispatcher.receiver'],
  ['Django REST view', 'rest_framework.decorators.api_view rest_framework.decorators.action'],
  [
    'Pydantic hook',
    'pydantic.validator pydantic.field_validator pydantic.model_validator pydantic.root_validator pydantic.field_serializer pydantic.model_serializer pydantic.computed_field',
  ],
  [
    'marshmallow hook',
    'marshmallow.pre_load marshmallow.post_load marshmallow.pre_dump marshmallow.post_dump marshmallow.validates marshmallow.validates_schema',
  ],
  ['SQLAlchemy validator', 'sqlalchemy.orm.validates sqlalchemy.orm.reconstructor'],
  ['Airflow task', 'airflow.decorators.dag airflow.decorators.task airflow.sdk.dag airflow.sdk.task'],
  ['Prefect flow', 'prefect.flow prefect.task'],
  [
    'Dagster definition',
    'dagster.asset dagster.op dagster.job dagster.graph dagster.sensor dagster.schedule',
  ],
  ['Dramatiq actor', 'dramatiq.actor'],
  ['Invoke task', 'invoke.task invoke.tasks.task fabric.task'],
  ['Nox session', 'nox.session'],
  ['exit handler', 'atexit.register'],
  [
    'singledispatch implementation',
    'functools.singledispatch.register functools.singledispatchmethod.register',
  ],
  ['attrs hook', 'attr.Attribute.validator attr.Attribute.default attr.ib.validator attr.ib.default'],
];

/** What a function becomes by its decorator, for what is written on it afterwards: `@cli.command()` under `@click.group()`. */
const MAKERS: readonly (readonly [made: string, by: Words])[] = [
  [
    'click.Group',
    'click.group click.decorators.group rich_click.group click.Group.group flask.Flask.cli.group flask.cli.AppGroup.group',
  ],
  ['functools.singledispatch', 'functools.singledispatch'],
  ['functools.singledispatchmethod', 'functools.singledispatchmethod'],
];

/** A base class whose heirs a framework finds or calls. */
interface Base {
  readonly bases: Words;
  /** Of the class itself; absent when it is not found by being there. */
  readonly label?: string;
  /** Of methods that the framework calls. */
  readonly methods?: { readonly label: string; readonly names: RegExp };
}

const BASES: readonly Base[] = [
  {
    bases:
      'unittest.TestCase unittest.case.TestCase unittest.IsolatedAsyncioTestCase unittest.async_case.IsolatedAsyncioTestCase django.test.TestCase django.test.SimpleTestCase django.test.TransactionTestCase django.test.LiveServerTestCase django.test.testcases.TestCase rest_framework.test.APITestCase twisted.trial.unittest.TestCase aiounittest.AsyncTestCase asynctest.TestCase testtools.TestCase',
    label: 'unittest test case',
    methods: { label: 'unittest test', names: /^test/ },
  },
  {
    bases:
      'unittest.TestCase unittest.case.TestCase unittest.IsolatedAsyncioTestCase unittest.async_case.IsolatedAsyncioTestCase django.test.TestCase django.test.SimpleTestCase django.test.TransactionTestCase django.test.LiveServerTestCase django.test.testcases.TestCase rest_framework.test.APITestCase twisted.trial.unittest.TestCase aiounittest.AsyncTestCase asynctest.TestCase testtools.TestCase',
    methods: {
      label: 'unittest hook',
      names:
        /^(?:setUp|tearDown|setUpClass|tearDownClass|setUpTestData|asyncSetUp|asyncTearDown|runTest|shortDescription|addCleanup)$/,
    },
  },
  {
    bases:
      'django.db.models.Model django.db.models.base.Model django.contrib.gis.db.models.Model django.contrib.auth.models.AbstractUser django.contrib.auth.models.AbstractBaseUser django.contrib.auth.base_user.AbstractBaseUser mptt.models.MPTTModel polymorphic.models.PolymorphicModel',
    label: 'Django model',
    methods: {
      label: 'Django model hook',
      names:
        /^(?:save|delete|clean|full_clean|clean_fields|validate_unique|get_absolute_url|natural_key|from_db|refresh_from_db|save_base)$/,
    },
  },
  {
    bases:
      'django.db.models.Manager django.db.models.manager.Manager django.db.models.Field django.db.models.CharField django.db.models.QuerySet',
    methods: {
      label: 'Django model hook',
      names:
        /^(?:get_queryset|contribute_to_class|deconstruct|db_type|from_db_value|to_python|get_prep_value|get_db_prep_value|formfield|pre_save|value_to_string)$/,
    },
  },
  {
    bases:
      'django.contrib.admin.ModelAdmin django.contrib.admin.options.ModelAdmin django.contrib.admin.TabularInline django.contrib.admin.StackedInline django.contrib.admin.AdminSite django.contrib.admin.SimpleListFilter django.contrib.auth.admin.UserAdmin',
    label: 'Django admin',
    methods: {
      label: 'Django admin hook',
      names:
        /^(?:get_\w+|has_\w+_permission|save_\w+|delete_\w+|response_\w+|formfield_for_\w+|lookups|queryset|changelist_view|change_view|add_view|log_\w+)$/,
    },
  },
  {
    bases:
      'django.core.management.base.BaseCommand django.core.management.BaseCommand django.core.management.base.AppCommand django.core.management.base.LabelCommand',
    label: 'Django management command',
    methods: { label: 'Django management command', names: /^(?:handle|handle_\w+|add_arguments|execute)$/ },
  },
  {
    bases: 'django.apps.AppConfig django.apps.config.AppConfig',
    label: 'Django app',
    methods: { label: 'Django app hook', names: /^ready$/ },
  },
  {
    bases: 'django.db.migrations.Migration django.db.migrations.migration.Migration',
    label: 'Django migration',
  },
  {
    bases:
      'django.views.View django.views.generic.View django.views.generic.base.View django.views.generic.TemplateView django.views.generic.ListView django.views.generic.DetailView django.views.generic.CreateView django.views.generic.UpdateView django.views.generic.DeleteView django.views.generic.FormView django.views.generic.RedirectView django.views.generic.edit.FormView django.views.generic.edit.CreateView django.views.generic.list.ListView django.views.generic.detail.DetailView django.views.generic.base.TemplateView rest_framework.views.APIView rest_framework.generics.GenericAPIView rest_framework.generics.ListAPIView rest_framework.generics.ListCreateAPIView rest_framework.generics.RetrieveAPIView rest_framework.generics.RetrieveUpdateDestroyAPIView rest_framework.generics.CreateAPIView rest_framework.viewsets.ViewSet rest_framework.viewsets.GenericViewSet rest_framework.viewsets.ModelViewSet rest_framework.viewsets.ReadOnlyModelViewSet',
    methods: {
      label: 'Django view method',
      names:
        /^(?:get|post|put|patch|delete|head|options|trace|dispatch|setup|list|create|retrieve|update|partial_update|destroy|perform_\w+|get_\w+|form_valid|form_invalid|http_method_not_allowed|render_to_response|initial|handle_exception|check_\w+)$/,
    },
  },
  {
    bases:
      'django.forms.Form django.forms.ModelForm django.forms.BaseForm django.forms.forms.Form django.forms.models.ModelForm',
    methods: { label: 'Django form hook', names: /^(?:clean|clean_\w+|save|is_valid|has_changed)$/ },
  },
  {
    bases:
      'rest_framework.serializers.Serializer rest_framework.serializers.ModelSerializer rest_framework.serializers.HyperlinkedModelSerializer',
    methods: {
      label: 'Django REST serializer hook',
      names: /^(?:validate|validate_\w+|create|update|save|to_representation|to_internal_value|get_\w+)$/,
    },
  },
  {
    bases: 'rest_framework.permissions.BasePermission rest_framework.permissions.IsAuthenticated',
    methods: { label: 'Django REST permission', names: /^has_\w*permission$/ },
  },
  {
    bases: 'django.utils.deprecation.MiddlewareMixin',
    label: 'Django middleware',
    methods: { label: 'Django middleware', names: /^process_\w+$/ },
  },
  {
    bases: 'flask.views.View flask.views.MethodView',
    methods: {
      label: 'Flask view method',
      names: /^(?:get|post|put|patch|delete|head|options|dispatch_request)$/,
    },
  },
  {
    bases: 'starlette.endpoints.HTTPEndpoint starlette.endpoints.WebSocketEndpoint',
    methods: {
      label: 'Starlette endpoint',
      names: /^(?:get|post|put|patch|delete|head|options|on_connect|on_receive|on_disconnect)$/,
    },
  },
  {
    bases: 'starlette.middleware.base.BaseHTTPMiddleware fastapi.middleware.base.BaseHTTPMiddleware',
    methods: { label: 'Starlette middleware', names: /^dispatch$/ },
  },
  {
    bases: 'tornado.web.RequestHandler tornado.websocket.WebSocketHandler',
    methods: {
      label: 'Tornado handler',
      names:
        /^(?:get|post|put|patch|delete|head|options|prepare|initialize|on_\w+|open|data_received|write_error)$/,
    },
  },
  {
    bases: 'click.ParamType click.types.ParamType click.Command click.Group click.MultiCommand',
    methods: {
      label: 'Click hook',
      names:
        /^(?:convert|get_metavar|shell_complete|invoke|parse_args|get_command|list_commands|resolve_command|format_\w+|make_context|main|get_help)$/,
    },
  },
  {
    bases: 'celery.Task celery.app.task.Task',
    label: 'Celery task',
    methods: { label: 'Celery task', names: /^(?:run|on_\w+|before_start|after_return)$/ },
  },
  {
    bases: 'threading.Thread multiprocessing.Process multiprocessing.context.Process threading.Timer',
    methods: { label: 'thread body', names: /^run$/ },
  },
  {
    bases:
      'http.server.BaseHTTPRequestHandler http.server.SimpleHTTPRequestHandler http.server.CGIHTTPRequestHandler',
    methods: {
      label: 'HTTP request handler',
      names:
        /^(?:do_[A-Z]+|log_\w+|handle|setup|finish|send_head|list_directory|translate_path|version_string|end_headers)$/,
    },
  },
  {
    bases:
      'socketserver.BaseRequestHandler socketserver.StreamRequestHandler socketserver.DatagramRequestHandler',
    methods: { label: 'socket request handler', names: /^(?:handle|setup|finish)$/ },
  },
  {
    bases: 'ast.NodeVisitor ast.NodeTransformer',
    methods: { label: 'AST visitor', names: /^(?:visit_\w+|generic_visit)$/ },
  },
  {
    bases: 'libcst.CSTVisitor libcst.CSTTransformer',
    methods: { label: 'CST visitor', names: /^(?:visit_\w+|leave_\w+|on_visit|on_leave)$/ },
  },
  {
    bases: 'html.parser.HTMLParser',
    methods: { label: 'HTML parser hook', names: /^(?:handle_\w+|unknown_decl|error)$/ },
  },
  {
    bases: 'xml.sax.ContentHandler xml.sax.handler.ContentHandler',
    methods: { label: 'SAX handler', names: /^(?:start|end)\w+$|^characters$/ },
  },
  {
    bases:
      'logging.Handler logging.StreamHandler logging.FileHandler logging.Formatter logging.Filter logging.LoggerAdapter logging.handlers.RotatingFileHandler',
    methods: {
      label: 'logging hook',
      names: /^(?:emit|format|formatTime|formatException|formatMessage|filter|handle|close|flush|process)$/,
    },
  },
  {
    bases: 'json.JSONEncoder json.encoder.JSONEncoder json.JSONDecoder json.decoder.JSONDecoder',
    methods: { label: 'JSON hook', names: /^(?:default|encode|iterencode|decode|raw_decode)$/ },
  },
  {
    bases: 'cmd.Cmd',
    methods: {
      label: 'command shell hook',
      names:
        /^(?:(?:do|help|complete)_\w+|default|emptyline|precmd|postcmd|preloop|postloop|onecmd|completedefault)$/,
    },
  },
  {
    bases: 'argparse.ArgumentParser argparse.HelpFormatter argparse.RawDescriptionHelpFormatter',
    methods: {
      label: 'argparse hook',
      names: /^(?:error|exit|format_help|format_usage|convert_arg_line_to_args|_\w+)$/,
    },
  },
  {
    bases:
      'asyncio.Protocol asyncio.DatagramProtocol asyncio.BufferedProtocol asyncio.SubprocessProtocol asyncio.protocols.Protocol',
    methods: {
      label: 'asyncio protocol hook',
      names:
        /^(?:connection_made|connection_lost|data_received|eof_received|datagram_received|error_received|pause_writing|resume_writing|pipe_data_received|process_exited|get_buffer|buffer_updated)$/,
    },
  },
  {
    bases:
      'setuptools.Command distutils.cmd.Command setuptools.command.build_ext.build_ext setuptools.command.build_py.build_py setuptools.command.test.test setuptools.command.develop.develop setuptools.command.install.install',
    label: 'setuptools command',
    methods: {
      label: 'setuptools command',
      names: /^(?:run|initialize_options|finalize_options|build_extension|build_extensions)$/,
    },
  },
  {
    bases: 'enum.Enum enum.IntEnum enum.StrEnum enum.Flag enum.IntFlag',
    methods: { label: 'enum hook', names: /^_(?:missing|generate_next_value|numeric_repr)_$/ },
  },
  {
    bases:
      'torch.nn.Module torch.nn.modules.module.Module lightning.LightningModule pytorch_lightning.LightningModule',
    methods: {
      label: 'PyTorch hook',
      names:
        /^(?:forward|training_step|validation_step|test_step|predict_step|configure_optimizers|on_\w+|setup|\w+_dataloader)$/,
    },
  },
  {
    bases: 'scrapy.Spider scrapy.spiders.CrawlSpider',
    label: 'Scrapy spider',
    methods: { label: 'Scrapy hook', names: /^(?:parse|start_requests|start|closed)$/ },
  },
  {
    bases: 'textual.app.App textual.widget.Widget textual.screen.Screen',
    methods: {
      label: 'Textual hook',
      names: /^(?:compose|render|on_\w+|action_\w+|watch_\w+|validate_\w+|compute_\w+|key_\w+)$/,
    },
  },
  {
    bases: 'locust.HttpUser locust.User locust.TaskSet',
    label: 'Locust user',
    methods: { label: 'Locust hook', names: /^on_(?:start|stop)$/ },
  },
];

/** A function that keeps what it is given: which arguments, by place and by name. */
interface Keeper {
  readonly label: string;
  readonly names: Words;
  readonly places: readonly number[];
  readonly keywords: Words;
}

const SIGNALS: Words =
  'pre_save post_save pre_delete post_delete m2m_changed pre_init post_init class_prepared pre_migrate post_migrate';

const KEEPERS: readonly Keeper[] = [
  {
    label: 'Django URL',
    names:
      'django.urls.path django.urls.re_path django.urls.conf.path django.urls.conf.re_path django.conf.urls.url',
    places: [1],
    keywords: 'view',
  },
  {
    label: 'Django admin',
    names: 'django.contrib.admin.site.register',
    places: [0, 1],
    keywords: 'admin_class',
  },
  {
    label: 'Django signal handler',
    names: [
      ...SIGNALS.split(' ').flatMap((name) => [
        `django.db.models.signals.${name}.connect`,
        `django.db.models.signals.ModelSignal.connect`,
      ]),
      'django.dispatch.Signal.connect',
      ...['request_started', 'request_finished', 'got_request_exception', 'setting_changed'].map(
        (name) => `django.core.signals.${name}.connect`,
      ),
      ...['user_logged_in', 'user_logged_out', 'user_login_failed'].map(
        (name) => `django.contrib.auth.signals.${name}.connect`,
      ),
    ].join(' '),
    places: [0],
    keywords: 'receiver',
  },
  {
    label: 'Django REST route',
    names: 'rest_framework.routers.DefaultRouter.register rest_framework.routers.SimpleRouter.register',
    places: [1],
    keywords: 'viewset',
  },
  {
    label: 'Flask route',
    names: 'flask.Flask.add_url_rule flask.Blueprint.add_url_rule',
    places: [2],
    keywords: 'view_func',
  },
  {
    label: 'Flask hook',
    names:
      'flask.Flask.register_error_handler flask.Blueprint.register_error_handler flask.Flask.add_template_filter flask.Flask.add_template_global flask.Flask.before_request flask.Flask.after_request flask.Flask.teardown_appcontext flask.Flask.teardown_request',
    places: [0, 1],
    keywords: 'f',
  },
  {
    label: 'FastAPI route',
    names:
      'fastapi.FastAPI.add_api_route fastapi.APIRouter.add_api_route fastapi.FastAPI.add_api_websocket_route fastapi.FastAPI.add_websocket_route',
    places: [1],
    keywords: 'endpoint',
  },
  {
    label: 'FastAPI dependency',
    names: 'fastapi.Depends fastapi.Security fastapi.params.Depends',
    places: [0],
    keywords: 'dependency',
  },
  {
    label: 'Starlette route',
    names:
      'starlette.routing.Route starlette.routing.WebSocketRoute starlette.applications.Starlette.add_route starlette.applications.Starlette.add_websocket_route starlette.routing.Router.add_route',
    places: [1],
    keywords: 'endpoint',
  },
  {
    label: 'ASGI middleware',
    names:
      'fastapi.FastAPI.add_middleware starlette.applications.Starlette.add_middleware starlette.middleware.Middleware',
    places: [0],
    keywords: 'middleware_class',
  },
  { label: 'Click command', names: 'click.Group.add_command', places: [0], keywords: 'cmd' },
  {
    label: 'aiohttp route',
    names:
      'aiohttp.web.get aiohttp.web.post aiohttp.web.put aiohttp.web.delete aiohttp.web.patch aiohttp.web.route aiohttp.web.view',
    places: [1, 2],
    keywords: 'handler',
  },
  {
    label: 'aiohttp route',
    names:
      'aiohttp.web.Application.router.add_get aiohttp.web.Application.router.add_post aiohttp.web.Application.router.add_put aiohttp.web.Application.router.add_delete aiohttp.web.Application.router.add_route',
    places: [1, 2],
    keywords: 'handler',
  },
  { label: 'exit handler', names: 'atexit.register', places: [0], keywords: 'func' },
  { label: 'signal handler', names: 'signal.signal', places: [1], keywords: 'handler' },
  {
    label: 'argparse default',
    names: 'argparse.ArgumentParser.set_defaults',
    places: [],
    keywords: 'func handler command',
  },
];

function wordsOf(text: Words): readonly string[] {
  return text.split(' ');
}

/** Dotted name of a decorator → what it makes of a function or class. */
export const DECORATED: ReadonlyMap<string, string> = new Map([
  ...OBJECT_DECORATORS.flatMap(({ label, owners, members }) =>
    wordsOf(owners).flatMap((owner) =>
      wordsOf(members).map((member): [string, string] => [`${owner}.${member}`, label]),
    ),
  ),
  ...DECORATORS.flatMap(([label, names]) => wordsOf(names).map((name): [string, string] => [name, label])),
]);

/** Dotted name of a decorator → the class whose attributes the decorated function has. */
export const MADE_BY: ReadonlyMap<string, string> = new Map(
  MAKERS.flatMap(([made, by]) => wordsOf(by).map((name): [string, string] => [name, made])),
);

/** Dotted name of a base class → what is said of its heirs and their methods. */
export const HEIRS: ReadonlyMap<string, readonly Omit<Base, 'bases'>[]> = heirs();

function heirs(): ReadonlyMap<string, readonly Omit<Base, 'bases'>[]> {
  const found = new Map<string, Omit<Base, 'bases'>[]>();
  for (const { bases, ...rest } of BASES) {
    for (const base of wordsOf(bases)) addTo(found, base, rest);
  }
  return found;
}

/** Dotted name of a function → which of its arguments it keeps, to call them later. */
export const KEPT: ReadonlyMap<
  string,
  { readonly label: string; readonly places: readonly number[]; readonly keywords: readonly string[] }
> = new Map(
  KEEPERS.flatMap(({ label, names, places, keywords }) =>
    wordsOf(names).map(
      (name): [string, { label: string; places: readonly number[]; keywords: readonly string[] }] => [
        name,
        { label, places, keywords: wordsOf(keywords) },
      ],
    ),
  ),
);

/** What pytest gives to parameters of these names, as far as it has a class. */
export const PYTEST_FIXTURES: ReadonlyMap<string, string> = new Map([
  ['cache', 'pytest.Cache'],
  ['capfd', 'pytest.CaptureFixture'],
  ['capsys', 'pytest.CaptureFixture'],
  ['caplog', 'pytest.LogCaptureFixture'],
  ['monkeypatch', 'pytest.MonkeyPatch'],
  ['pytestconfig', 'pytest.Config'],
  ['pytester', 'pytest.Pytester'],
  ['recwarn', 'pytest.WarningsRecorder'],
  ['request', 'pytest.FixtureRequest'],
  ['tmp_path', 'pathlib.Path'],
  ['tmp_path_factory', 'pytest.TempPathFactory'],
]);
