/**
 * Decorators by which well-known frameworks come to run a function or class that nobody calls. Plain data; names are those that
 * imports prove, never bare ones. What is found under them is said in the words of `label`.
 *
 * Not complete, and needs not be: a decorator that is not here is told by the answer about callers as what it is.
 */
import { type Words, wordsOf } from './words.js';

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
  [
    'celery.Task',
    'celery.shared_task celery.task celery.Celery.task celery.app.base.Celery.task celery.app.Celery.task celery.decorators.task celery.task.task',
  ],
  ['dramatiq.Actor', 'dramatiq.actor'],
  ['functools.singledispatch', 'functools.singledispatch'],
  ['functools.singledispatchmethod', 'functools.singledispatchmethod'],
];

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

/** Attributes of what a decorator makes by which it is sent to a worker, which calls it. */
export const SENDING: ReadonlySet<string> = new Set([
  'celery.Task.delay',
  'celery.Task.apply_async',
  'celery.Task.apply',
  'dramatiq.Actor.send',
  'dramatiq.Actor.send_with_options',
]);
