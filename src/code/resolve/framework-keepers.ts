/**
 * Functions of well-known frameworks that keep what they are given, to call it later: routes, signals, handlers. Plain data;
 * names are those that imports prove, never bare ones. Not complete, and needs not be.
 */
import { type Words, wordsOf } from './words.js';

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
    label: 'Click option callback',
    names:
      'click.option click.argument click.password_option click.confirmation_option click.version_option click.Option click.Argument click.decorators.option click.decorators.argument click.core.Option click.core.Argument rich_click.option rich_click.argument',
    places: [],
    keywords: 'callback default type shell_complete autocompletion',
  },
  {
    label: 'Typer option callback',
    names: 'typer.Option typer.Argument typer.params.Option typer.params.Argument',
    places: [],
    keywords: 'callback default_factory parser autocompletion shell_complete',
  },
  {
    label: 'argparse argument',
    names: 'argparse.ArgumentParser.add_argument',
    places: [],
    keywords: 'type action',
  },
  {
    label: 'argparse default',
    names: 'argparse.ArgumentParser.set_defaults',
    places: [],
    keywords: 'func handler command',
  },
];

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
