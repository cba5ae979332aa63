/**
 * Draws nodes in their shapes on the graphics card: one triangle a node, in which a signed distance function cuts out the shape
 * (after Quilez's collection of 2D distance functions). One program for all shapes, so that ten thousand nodes are one call.
 */
import { NodeProgram, type ProgramInfo } from 'sigma/rendering';
import type { NodeDisplayData, RenderParams } from 'sigma/types';
import { floatColor } from 'sigma/utils';
import type { EdgeAttributes, NodeAttributes, ShapedNode } from './attributes.js';

const UNIFORMS = ['u_sizeRatio', 'u_correctionRatio', 'u_matrix'] as const;

const VERTEX_SHADER = `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
attribute float a_angle;
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
varying vec4 v_color;
varying vec2 v_offset;
varying float v_radius;
varying float v_shape;
const float bias = 255.0 / 254.0;

void main() {
  float radius = a_size * u_correctionRatio / u_sizeRatio * 2.0;
  // The triangle holds a circle of 1.3 radii: corners of squares stand out that far.
  vec2 offset = radius * 2.6 * vec2(cos(a_angle), sin(a_angle));
  gl_Position = vec4((u_matrix * vec3(a_position + offset, 1)).xy, 0, 1);
  v_offset = offset;
  v_radius = radius;
  v_shape = a_shape;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_color.a *= bias;
}`;

const FRAGMENT_SHADER = `
precision highp float;
varying vec4 v_color;
varying vec2 v_offset;
varying float v_radius;
varying float v_shape;
uniform float u_correctionRatio;
const vec4 transparent = vec4(0.0);

float hexagon(vec2 p, float r) {
  vec2 q = abs(p);
  return max(q.x * 0.866 + q.y * 0.5, q.y) - r;
}

float shapeAt(vec2 p) {
  vec2 q = abs(p);
  if (v_shape < 0.5) return length(p) - 0.94;
  if (v_shape < 1.5) return max(q.x, q.y) - 0.8;
  if (v_shape < 2.5) return (q.x + q.y - 1.18) * 0.707;
  if (v_shape < 3.5) return max(q.x * 0.866 + p.y * 0.5, -p.y) - 0.62;
  if (v_shape < 4.5) return hexagon(p, 0.92);
  if (v_shape < 5.5) return min(max(q.x - 0.34, q.y - 1.0), max(q.y - 0.34, q.x - 1.0));
  if (v_shape < 6.5) return abs(length(p) - 0.7) - 0.27;
  if (v_shape < 7.5) return max(q.x * 0.866 - p.y * 0.5, p.y) - 0.62;
  if (v_shape < 8.5) return abs(max(q.x, q.y) - 0.6) - 0.22;
  float pointed = hexagon(p.yx, 0.92);
  if (v_shape < 9.5) return min(abs(hexagon(p.yx, 0.72)) - 0.2, length(p) - 0.3);
  if (v_shape < 10.5) return max(pointed, 0.3 - max(q.x, q.y));
  float rim = abs(hexagon(p.yx, 0.74)) - 0.18;
  if (v_shape < 11.5) return min(rim, max(pointed, p.x));
  if (v_shape < 12.5) return rim;
  vec2 d = abs(vec2(p.x + p.y, p.x - p.y)) * 0.707;
  return min(max(d.x - 0.3, d.y - 1.0), max(d.y - 0.3, d.x - 1.0));
}

void main(void) {
  float distance = shapeAt(v_offset / v_radius) * v_radius;
  #ifdef PICKING_MODE
  gl_FragColor = length(v_offset) > v_radius ? transparent : v_color;
  #else
  float border = u_correctionRatio * 2.0;
  gl_FragColor = mix(v_color, transparent, clamp(distance / border + 0.5, 0.0, 1.0));
  #endif
}`;

const THIRD = (2 * Math.PI) / 3;

export class ShapeProgram extends NodeProgram<(typeof UNIFORMS)[number], NodeAttributes, EdgeAttributes> {
  getDefinition() {
    const { FLOAT, UNSIGNED_BYTE, TRIANGLES } = WebGLRenderingContext;
    return {
      VERTICES: 3,
      VERTEX_SHADER_SOURCE: VERTEX_SHADER,
      FRAGMENT_SHADER_SOURCE: FRAGMENT_SHADER,
      METHOD: TRIANGLES as 4,
      UNIFORMS,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_shape', size: 1, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_id', size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
      CONSTANT_ATTRIBUTES: [{ name: 'a_angle', size: 1, type: FLOAT }],
      CONSTANT_DATA: [[0], [THIRD], [2 * THIRD]],
    };
  }

  override processVisibleItem(id: number, start: number, data: NodeDisplayData): void {
    const { array } = this;
    const { shape } = data as ShapedNode;
    array.set([data.x, data.y, data.size, shape, floatColor(data.color), id], start);
  }

  override setUniforms(params: RenderParams, { gl, uniformLocations }: ProgramInfo): void {
    const { u_sizeRatio = null, u_correctionRatio = null, u_matrix = null } = uniformLocations;
    gl.uniform1f(u_sizeRatio, params.sizeRatio);
    gl.uniform1f(u_correctionRatio, params.correctionRatio);
    gl.uniformMatrix3fv(u_matrix, false, params.matrix);
  }
}
